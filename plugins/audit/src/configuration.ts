import { createHash } from 'node:crypto'
import { type Call, inTransaction, type Manifest } from 'quirecms/plugin'
import { STATE } from './entry-table.ts'
import { writeEntry } from './write-entry.ts'

/**
 * Records that the configuration changed since the last start. The first instance that sees the change writes the
 * entry.
 */
export async function noteConfiguration(call: Call): Promise<void> {
  const { storage, manifest } = call.runtime
  const { pending } = await storage.migrations.status()
  // The tables of the log may not exist yet. The next start records the change.
  if (pending.some(({ destructive, optional }) => !destructive && !optional)) return
  const hash = hashOf(manifest)
  const [known] = await storage.reader.records.find(STATE.name, { name: 'configuration' })
  if (known?.value === hash) return
  await inTransaction(call, async ({ tx: { records } }) => {
    await records.insert(STATE.name, { name: 'configuration', value: '' })
    const [before] = await records.find(STATE.name, { name: 'configuration' }, { lock: true })
    if (before?.value === hash) return
    await records.update(STATE.name, { name: 'configuration' }, { value: hash })
    const changes = JSON.stringify([{ path: 'manifest', from: before?.value || null, to: hash }])
    await writeEntry(call, records, { action: 'config.changed', changes })
  })
}

/** Hashes fields with their options, rules and operations. Rules count by their source text. */
function hashOf({ collections, globals }: Manifest<Call>): string {
  const told = [...Object.values(collections), ...Object.values(globals)].map(
    ({ kind, slug, fields, rules, operations, auth }) => ({
      kind,
      slug,
      fields: fields.map(({ name, type, options }) => [name, type.name, options]),
      rules,
      operations: Object.keys(operations),
      auth,
    }),
  )
  const seen = new Set<object>()
  const text = JSON.stringify(told, (_, value: unknown) => {
    if (typeof value === 'function') return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return null
    seen.add(value)
    return value
  })
  return createHash('sha256').update(text).digest('base64url')
}
