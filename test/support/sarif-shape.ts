// What the published schema of SARIF 2.1.0 asks of the members that we write, as a JSON Schema of our own.

const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });

const text = { type: 'string' };
const level = { enum: ['none', 'note', 'warning', 'error'] };
/** A message has a text; Markdown never stands alone. */
const message = object({ text, markdown: text }, ['text']);
const artifactLocation = object({ uri: { type: 'string', pattern: String.raw`^[^\s\\]+$` } });

const location = object({
  physicalLocation: object({
    artifactLocation,
    region: object({ startLine: { type: 'integer', minimum: 1 } }),
  }),
  logicalLocations: listOf(object({ fullyQualifiedName: text })),
});

const descriptor = object(
  {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({ level }),
  },
  ['id'],
);

const notification = object(
  { level, message, descriptor: object({ id: text }), locations: listOf(location) },
  ['message'],
);

const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: 0 },
    level,
    message,
    locations: listOf(location),
    partialFingerprints: { type: 'object', additionalProperties: text },
    properties: { type: 'object' },
  },
  ['message'],
);

export const sarifShape = object(
  {
    $schema: { type: 'string', pattern: '^https://.*sarif-2\\.1\\.0' },
    version: { const: '2.1.0' },
    runs: listOf(
      object(
        {
          tool: object(
            {
              driver: object(
                {
                  name: text,
                  semanticVersion: text,
                  rules: listOf(descriptor, { uniqueItems: true }),
                },
                ['name'],
              ),
            },
            ['driver'],
          ),
          invocations: listOf(
            object(
              {
                executionSuccessful: { type: 'boolean' },
                toolExecutionNotifications: listOf(notification),
              },
              ['executionSuccessful'],
            ),
          ),
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: listOf(result),
        },
        ['tool'],
      ),
      { minItems: 1 },
    ),
  },
  ['version', 'runs'],
);
