import {
  type Call,
  collectReferences,
  defineOperation,
  type EntityKind,
  findPermitted,
  findReadable,
  type PopulatedBy,
  type Issue,
  type JsonObject,
  type Operation,
  parseJson,
  PRESENTATION,
  presentOne,
  QuireError,
  type Reference,
  requestedPresentation,
  type RuleName,
  type StoredDocument,
  unsavedDocument,
} from '@quirecms/core/feature'
import { RENDER_SCHEMA } from './preview-token-api.ts'
import { previewRead, type ShownPreview, shownByToken } from './shown-preview.ts'

/**
 * Returns what a preview would show if `data` were saved, for live previews while an editor types. Stores nothing.
 * For callers who may create a preview token (`rule`), and for holders of one.
 */
export function renderPreview(
  kind: EntityKind,
  rule: RuleName,
  newest: Readonly<Record<string, unknown>>,
): Operation<Call> {
  const isGlobal = kind === 'global'
  return defineOperation({
    name: 'renderPreview',
    description:
      'The preview of the document as if you had saved `data` as a draft. Nothing is stored, and no write hook runs. Missing values are no error; invalid values are. Other documents are read as in a preview; with a preview token, documents that the stored draft does not reference are read as anonymous callers see them.',
    summary: isGlobal ? 'Preview the global with unsaved data' : 'Preview a document with unsaved data',
    endpoint: { method: 'POST', path: isGlobal ? '/render' : '/{id}/render', base: 'preview' },
    local: { method: 'renderPreview', args: isGlobal ? ['body'] : ['id', 'body'] },
    parameters: PRESENTATION,
    body: { kind: 'schema', schema: RENDER_SCHEMA },
    ifMatch: false,
    answer: { kind: 'doc', status: 200, unfinished: true },
    credentials: 'any or preview',
    rule,
    checksAccess: true,
    capability: { name: 'preview', onlyForUsers: true },
    accessAction: null,
    async run(call) {
      const { credential } = call.caller
      const isByToken = credential?.kind === 'preview'
      const shown = isByToken ? await shownByToken(call, credential.token) : await shownToCaller(call)
      const { reading } = await previewRead(shown, newest)
      const presentation = await requestedPresentation(reading)
      const { stored } = await findReadable(reading, { runsHooks: true })
      const { document, references } = await unsaved(shown.call, stored, isByToken ? publicOnly(reading) : undefined)
      const populatedBy =
        isByToken && pointsElsewhere(reading, stored, references) ? publicOnly(reading) : reading.populatedBy
      return {
        kind: 'doc',
        doc: await presentOne({ ...reading, ...(populatedBy && { populatedBy }) }, document, presentation),
      }
    },
  })
}

async function shownToCaller(call: Call): Promise<ShownPreview> {
  const { actor, system } = call.caller
  await findPermitted({ ...call, input: { ...call.input, query: {} } })
  if (!actor && !system) throw new QuireError('unauthenticated', 'Sign in first, or send a preview token.')
  return { call, populate: null }
}

async function unsaved(call: Call, stored: StoredDocument, populatedBy: PopulatedBy | undefined) {
  const data = (call.input.body?.['data'] ?? {}) as JsonObject
  try {
    return await unsavedDocument(call, data, stored, populatedBy?.call)
  } catch (error) {
    if (!(error instanceof QuireError) || !error.issues) throw error
    throw new QuireError(error.code, error.message, { issues: error.issues.map(inData) })
  }
}

function inData(issue: Issue): Issue {
  return { ...issue, path: issue.path === '' ? 'data' : `data.${issue.path}` }
}

/**
 * Any client may hold the token, and could read document after document by pointing `data` to them. So documents that
 * the stored document doesn't reference are shown as the public reads them; and with one of these in `data`, all
 * other documents are, too.
 */
function pointsElsewhere({ entity }: Call, { json }: StoredDocument, references: readonly Reference[]): boolean {
  const known = new Set(collectReferences(entity.fields, parseJson(json) as JsonObject).map(referenceKey))
  return references.some((one) => !known.has(referenceKey(one)))
}

function referenceKey({ path, collection, id }: Reference): string {
  return `${path} ${collection} ${id}`
}

/** Without the maker's drafts, and without the paths that the token opens. */
function publicOnly({ populatedBy, ...call }: Call): PopulatedBy {
  const { copies: _, ...plain } = populatedBy?.call ?? call
  return { call: plain, opened: null }
}
