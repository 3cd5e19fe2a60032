/** A home folder for one run of Codex: a fresh configuration and project, pointed at the mock and at nothing else. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface CodexHome {
  readonly binary: string;
  readonly folder: string;
  readonly project: string;
  /** Of the mock. */
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
}

/** What a run sets apart from the defaults. */
export interface HomeOptions {
  readonly model?: string;
  /** Path of a catalog to use instead of the one inside the binary. */
  readonly catalog?: string | undefined;
  /** `OpenAI` makes Codex compact through the server. */
  readonly providerName?: string;
  /** TOML lines at the top; they replace the approval policy and sandbox set here. */
  readonly settings?: string;
  /** TOML tables at the end. */
  readonly tables?: string;
  /** Whether the skills inside the binary are told. */
  readonly skills?: 'bundled' | 'none';
  /** Files to write first, by their path in the home folder. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface HomePlace {
  readonly binary: string;
  readonly folder: string;
  readonly port: number;
}

/** Stands for the mock's port in settings and tables. */
export const portMark = '@PORT@';

const openSettings = `approval_policy = "never"
sandbox_mode = "danger-full-access"`;

/** Makes the folder `place.folder` with its configuration; nothing of the user's own Codex is seen from it. */
export async function makeCodexHome(place: HomePlace, options: HomeOptions): Promise<CodexHome> {
  const { binary, folder, port } = place;
  const project = join(folder, 'project');
  await mkdir(project, { recursive: true });
  const config = configToml(place, project, options).replaceAll(portMark, String(place.port));
  const files = { ...options.files, 'config.toml': config };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { binary, folder, project, port, env: environment(place) };
}

function configToml({ port }: HomePlace, project: string, options: HomeOptions): string {
  const { model, catalog, providerName = 'mill', settings, tables = '', skills } = options;
  return `${model === undefined ? '' : `model = ${JSON.stringify(model)}`}
model_provider = "mill"
check_for_update_on_startup = false
chatgpt_base_url = "http://127.0.0.1:${port}/backend"
${catalog === undefined ? '' : `model_catalog_json = ${JSON.stringify(catalog)}`}
${settings ?? openSettings}

[model_providers.mill]
name = ${JSON.stringify(providerName)}
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false

[skills.bundled]
enabled = ${skills === 'bundled'}

[projects.${JSON.stringify(project)}]
trust_level = "trusted"

${tables}
`;
}

/** Variables that a process needs to run at all, and a proxy that refuses every other host. */
function environment({ folder, port }: HomePlace): NodeJS.ProcessEnv {
  const proxy = `http://127.0.0.1:${port}`;
  const { PATH, SystemRoot, TMPDIR, TEMP, TMP } = process.env;
  return {
    PATH,
    SystemRoot,
    TMPDIR,
    TEMP,
    TMP,
    HOME: folder,
    USERPROFILE: folder,
    CODEX_HOME: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    RUST_LOG: 'error',
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
  };
}
