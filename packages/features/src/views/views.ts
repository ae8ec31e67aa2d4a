import {
  answersValue,
  type Call,
  changesRecords,
  type CheckedBody,
  type JsonObject,
  type JsonValue,
  type Operation,
  parseJson,
  QuireError,
  readerOf,
  type RowOf,
  column,
  recordTable,
} from '@quirecms/core/feature'
import { isFor, maySomeView, viewCaller, type ViewRules, viewSharer } from './view-access.ts'
import { MOST_VIEWS, VIEW_API, VIEW_KEY } from './view-api.ts'

const MOST_BYTES = 16 * 1024

export function listViews(config: ViewRules): Operation<Call> {
  return answersValue({
    ...VIEW_API.views,
    authorize: viewCaller,
    async answers({ call, principal }) {
      const rows = await readerOf(call).records.find(VIEWS.name, { collection: principal.entity.slug })
      const mayShare = await maySomeView(call, config, principal)
      const docs = rows
        .map(shownView)
        .filter(({ roles }) => mayShare || isFor(roles, principal.actor, config))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      return { docs, mayShare, rolesIn: config.roles ?? null }
    },
  })
}

interface View extends JsonObject {
  readonly key: string
  readonly name: string
  readonly value: JsonValue
  readonly roles: string[]
  readonly updatedAt: string
}

function shownView({ key, name, value, roles, updatedAt }: RowOf<typeof VIEWS>): View {
  return { key, name, value: parseJson(value), roles: parseJson(roles) as string[], updatedAt }
}

export function shareView(config: ViewRules, knownRoles: readonly string[]): Operation<Call> {
  return changesRecords({
    ...VIEW_API.shareView,
    accessAction: 'view.shared',
    authorize: (call: Call) => viewSharer(call, config, call.input.body ?? {}),
    request(call, { entity }) {
      const { name, value, roles = [] } = call.input.body as CheckedBody<typeof VIEW_API.shareView>
      const text = JSON.stringify(value)
      if (Buffer.byteLength(text) > MOST_BYTES)
        throw new QuireError('payload_too_large', `A view may have at most ${MOST_BYTES} bytes.`)
      const unknown = roles.findIndex((role) => !knownRoles.includes(role))
      if (unknown >= 0) throw unknownRole(unknown, knownRoles)
      const row = { name, value: text, roles: JSON.stringify(roles), updatedAt: call.runtime.clock().toISOString() }
      return { place: { collection: entity.slug, key: requestedViewKey(call) }, row }
    },
    async run({ unit: { tx }, request: { place, row } }) {
      const isNew = await tx.records.insert(VIEWS.name, { ...place, ...row })
      if (!isNew) await tx.records.update(VIEWS.name, place, row)
      else {
        // Locks the views that there are, so that concurrent calls count each other's.
        const all = await tx.records.find(VIEWS.name, { collection: place.collection }, { lock: true })
        if (all.length > MOST_VIEWS) throw tooMany()
      }
      return { kind: 'value', value: shownView({ ...place, ...row }) }
    },
  })
}

function requestedViewKey({ input }: Call): string {
  const key = input.params['key'] ?? ''
  if (VIEW_KEY.test(key)) return key
  throw new QuireError(
    'invalid_request',
    'A key of a view must have 1 to 64 letters, digits, or the characters . _ : -',
  )
}

function unknownRole(index: number, known: readonly string[]): QuireError {
  const message =
    known.length === 0
      ? 'The application has no roles, so all who may read the collection can use the view.'
      : `Must be one of: ${known.join(', ')}.`
  return new QuireError('validation', 'The view is not valid.', {
    issues: [{ code: 'option', path: `roles.${index}`, message }],
  })
}

function tooMany(): QuireError {
  return new QuireError(
    'conflict',
    `This collection has ${MOST_VIEWS} shared views already. Remove some of them first.`,
  )
}

export function unshareView(config: ViewRules): Operation<Call> {
  return changesRecords({
    ...VIEW_API.unshareView,
    accessAction: 'view.unshared',
    authorize: (call: Call) => viewSharer(call, config, {}),
    request: requestedViewKey,
    async run({ unit, principal: { entity }, request: key }) {
      const removed = await unit.tx.records.remove(VIEWS.name, { collection: entity.slug, key })
      if (removed === 0) throw new QuireError('not_found', 'There is no such view.')
      return { kind: 'value', value: { key, deleted: true } }
    },
  })
}

export const VIEWS = recordTable({
  name: 'views',
  columns: {
    collection: column.text(),
    key: column.text(),
    name: column.text(),
    value: column.text(),
    roles: column.text(),
    updatedAt: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection', 'key'],
  exportedWith: { column: 'collection' },
})
