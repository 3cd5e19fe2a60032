/** The sign-in of nobody and a tool server of its apps, for what Codex tells only to signed-in people. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { Route } from './mock-service.js';

/** The sign-in of nobody: unsigned, and of use against the mock alone. */
export function madeUpAccount(): string {
  const claims = {
    email: 'nobody@mill.invalid',
    exp: 4_102_444_800,
    'https://api.openai.com/auth': {
      chatgpt_plan_type: 'pro',
      chatgpt_user_id: 'nobody',
      chatgpt_account_id: 'nobody',
      user_id: 'nobody',
    },
  };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.bWlsbA`;
  return JSON.stringify({
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { id_token: token, access_token: token, refresh_token: 'none', account_id: 'nobody' },
    last_refresh: new Date().toISOString(),
  });
}

/** A tool server with one tool of one connected app. */
export function answerMcp(app: string, body: JsonRecord | undefined): ReturnType<Route> {
  if (body?.['jsonrpc'] === undefined) return undefined;
  const { id, method, params } = body;
  if (id === undefined) return 'accepted';
  const result = (): JsonRecord => {
    if (method === 'initialize') {
      return {
        protocolVersion: isRecord(params) ? params['protocolVersion'] : undefined,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'mill', version: '1' },
      };
    }
    const tool = {
      name: `${app}_list`,
      description: 'Lists.',
      inputSchema: { type: 'object', properties: {} },
      _meta: { connector_id: app, connector_name: app, connector_description: app },
    };
    return method === 'tools/list' ? { tools: [tool] } : {};
  };
  return { jsonrpc: '2.0', id, result: result() };
}
