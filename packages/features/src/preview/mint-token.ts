import {
  actsOnDocument,
  type Call,
  type EntityKind,
  type Issue,
  type JsonObject,
  type Operation,
  QuireError,
  type RuleName,
  type PopulatedBy,
  parsePopulate,
  type Population,
} from '@quirecms/core/feature'
import { TOKEN_REQUEST_SCHEMA, TOKEN_SCHEMA } from './preview-token-api.ts'
import { makeToken } from './preview-tokens.ts'

/** Maximum length as JSON. */
const LONGEST_POPULATE = 10_000

/** Creates a preview token. The maker needs `rule`, the right to see what the token shows. */
export function mintToken(kind: EntityKind, rule: RuleName, lifetime: number): Operation<Call> {
  const isGlobal = kind === 'global'
  return actsOnDocument({
    name: 'previewToken',
    description:
      'A client with the token can read the newest content for a short time, and nothing else. The token is returned only once.',
    summary: isGlobal ? 'Get a token to preview the global' : 'Get a token to preview a document',
    endpoint: { method: 'POST', path: isGlobal ? '/token' : '/{id}/token', base: 'preview' },
    local: { method: 'previewToken', args: isGlobal ? ['body'] : ['id', 'body'] },
    body: { kind: 'schema', schema: TOKEN_REQUEST_SCHEMA, optional: true },
    ifMatch: false,
    answer: { kind: 'value', status: 201, schema: TOKEN_SCHEMA },
    rule,
    capability: { name: 'preview', onlyForUsers: true },
    leavesContent: true,
    accessAction: 'preview.tokenCreated',
    request: requestedPopulate,
    async begin({ call: { caller }, load }) {
      if (caller.actor) return caller.actor
      await load()
      // Without a maker, no loss of rights could ever end the token.
      throw new QuireError('unauthenticated', 'Sign in first: a preview token belongs to a user.')
    },
    async run({ call, unit, before, request: populate, begun: maker }) {
      const made = await makeToken(call, unit.tx.records, maker, { documentId: before.id, populate }, lifetime)
      return { kind: 'value', value: { ...made } }
    },
  })
}

function requestedPopulate(call: Call): JsonObject | null {
  const populate = (call.input.body?.['populate'] as JsonObject | undefined) ?? null
  if (populate) checkOpened(call, populate)
  return populate
}

function checkOpened(call: Call, populate: JsonObject): void {
  if (JSON.stringify(populate).length > LONGEST_POPULATE)
    throw invalidBody([{ code: 'max', path: 'populate', message: `Use at most ${LONGEST_POPULATE} characters.` }])
  try {
    openedBy(call, populate)
  } catch (error) {
    if (error instanceof QuireError && error.issues) throw invalidBody(error.issues)
    throw error
  }
}

function invalidBody(issues: readonly Issue[]): QuireError {
  return new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}

/** Relationships and joins that a token opens. Throws for unknown names. */
function openedBy({ entity, runtime }: Call, populate: JsonObject): Population {
  const { collections } = runtime.manifest
  const fields = entity.fields.filter((node) => !node.hidden)
  return parsePopulate(populate, fields, { collections, showHidden: false })
}

/**
 * In a preview, the document and the paths that the token opens are read with the maker's rights. All other documents
 * are read as the public, because any client may hold the token; in collections that the public may read, drafts that
 * the maker may read are included.
 */
export function readForThePublic(maker: Call, populate: JsonObject | null): PopulatedBy {
  const { draft: _, ...query } = maker.input.query
  const call: Call = {
    ...maker,
    caller: { ...maker.caller, actor: null, credential: undefined, key: undefined, scopes: undefined },
    input: { ...maker.input, query },
    copies: { rightsOf: maker },
  }
  return { call, opened: populate && openedBy(maker, populate) }
}
