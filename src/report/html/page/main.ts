/** Starts the page: reads its data, and joins the views with what the reader chooses. */

import type { PageData } from '../page-data.js';
import { frame } from './element.js';
import { drawHeader, drawSources } from './header-view.js';
import { listenToKeys } from './keyboard.js';
import { Model } from './model.js';
import { PickerView } from './picker-view.js';
import { RequestView } from './request-view.js';
import { Store } from './store.js';
import { chooseLooks } from './theme.js';
import { TimelineView } from './timeline-view.js';
import { TreemapView } from './treemap-view.js';
import { weighSections } from './weigh-sections.js';

const model = new Model(readData());
chooseLooks(frame('top-tools'));
drawHeader(model);
drawSources(model);
if (model.data.requests.length > 0) start();
else frame('parts').textContent = 'This session has no request.';

function start(): void {
  const store = new Store({
    request: requestInAddress(),
    selected: -1,
    section: '',
    measure: 'bytes',
    query: '',
    hit: 0,
  });
  const timeline = new TimelineView(model, store);
  const picker = new PickerView(model, store);
  const treemap = new TreemapView(store);
  const onFound = (requests: readonly number[]) => timeline.markHits(requests);
  const request = new RequestView({ model, store, onFound });
  const draw = () => {
    picker.draw();
    const { protocolBytes } = model.request(store.now.request);
    const between = { section: model.data.protocol, bytes: protocolBytes };
    treemap.show(weighSections(request.placed, between));
  };
  store.onChange((now, before) => {
    if (now.request === before.request) return;
    draw();
    window.history.replaceState(undefined, '', `#${model.request(now.request).at}`);
  });
  window.addEventListener('hashchange', () => {
    store.chooseRequest(requestInAddress());
  });
  listenToKeys({
    stepRequest: (by) => picker.step(by),
    search: () => request.search.focus(),
    close: () => store.set(store.now.selected === -1 ? { section: '' } : { selected: -1 }),
  });
  request.draw();
  draw();
  timeline.draw();
}

/** `#12` names the request with that number; without it the last one is shown. */
function requestInAddress(): number {
  const { requests } = model.data;
  const at = Number.parseInt(window.location.hash.slice(1), 10);
  const index = requests.findIndex((request) => request.at === at);
  return index === -1 ? requests.length - 1 : index;
}

function readData(): PageData {
  // The program that wrote the page wrote this element, too.
  return JSON.parse(frame('data').textContent ?? '') as PageData;
}
