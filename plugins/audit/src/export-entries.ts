import { Readable } from 'node:stream'
import { type PluginConfig, QuireError } from 'quirecms'
import { type AuditEntry, auditClient } from './client.ts'

const MOST_ENTRIES = 1_000_000
const AT_ONCE = 100

type Route = NonNullable<PluginConfig['routes']>[number]

const FORMS = [
  { ending: 'ndjson', type: 'application/x-ndjson', head: '', line: (entry: AuditEntry) => JSON.stringify(entry) },
  {
    ending: 'csv',
    type: 'text/csv; charset=utf-8',
    head: 'id,at,action,entity,documentId,revision,actor,via,request,address,userAgent,outcome,code,changes\r\n',
    line: asCsv,
  },
] as const

/** Key in the context of a list, set only in process: this list begins an export. */
export const EXPORTED = 'audit.exported'

export const EXPORT_ROUTES: readonly Route[] = FORMS.map(
  ({ ending, type, head, line }): Route => ({
    method: 'GET',
    path: `/entries.${ending}`,
    auth: true,
    summary: `Export entries of the log, as ${ending}`,
    description: `Takes \`where\` and \`sort\` as \`GET /entries\` does. At most ${MOST_ENTRIES} entries. The export itself is logged.`,
    async handler({ local, query, respond }) {
      const { where, sort, ...unknown } = query as Readonly<Record<string, unknown>>
      const [other] = Object.keys(unknown)
      if (other !== undefined)
        throw new QuireError('invalid_query', `There is no parameter "${other.slice(0, 50)}" here.`)
      const asked = { ...(where !== undefined && { where: parsed(where) }), ...(sort !== undefined && { sort }) }
      const entriesOf = (after: string, context: object = {}) =>
        local.plugin(auditClient).entries({ ...asked, after, limit: AT_ONCE, context }) as Promise<Page>
      // The first page is read before the response begins, so that a refused or invalid request gets an error response.
      const first = await entriesOf('', { [EXPORTED]: ending })
      const lines = linesOf(first, entriesOf, line)
      const body = Readable.from(head === '' ? lines : withHead(head, lines))
      return respond(200, body, {
        'content-type': type,
        'content-disposition': `attachment; filename="audit.${ending}"`,
        'cache-control': 'no-store',
      })
    },
  }),
)

interface Page {
  readonly docs: readonly AuditEntry[]
  readonly pagination: { readonly nextCursor: string | null }
}

async function* withHead(head: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* lines
}

async function* linesOf(
  first: Page,
  next: (after: string) => Promise<Page>,
  line: (entry: AuditEntry) => string,
): AsyncGenerator<string> {
  let page = first
  for (let told = 0; told < MOST_ENTRIES; told += AT_ONCE) {
    yield page.docs.map((entry) => `${line(entry)}\n`).join('')
    const { nextCursor } = page.pagination
    if (nextCursor === null) return
    page = await next(nextCursor)
  }
}

function parsed(where: unknown): unknown {
  try {
    return JSON.parse(String(where)) as unknown
  } catch {
    const issues = [{ code: 'format', path: 'where', message: '"where" must be JSON.' }] as const
    throw new QuireError('invalid_query', 'The query is not valid. The issues say why.', { issues })
  }
}

function asCsv(entry: AuditEntry): string {
  const { id, at, action, entity, documentId, revision, actor, via, request, outcome, code, changes } = entry
  const who = actor ? (actor.label ?? `${actor.collection}/${actor.id}`) : null
  const values = [
    id,
    at,
    action,
    entity,
    documentId,
    revision,
    who,
    via,
    request?.id,
    request?.address,
    request?.userAgent,
    outcome,
    code,
  ]
  return `${[...values, changes && JSON.stringify(changes)].map(cell).join()}\r`
}

/** A spreadsheet would execute a cell that begins like a formula. The leading apostrophe prevents that. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
