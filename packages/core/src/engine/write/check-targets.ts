import type { Issue } from '../../contracts/errors.ts'
import type { Reference } from '../../contracts/storage.ts'
import { allOf } from '../../query/parse-where.ts'
import { ask } from '../access.ts'
import { type Call, readerOf } from '../call.ts'
import { isDocumentId } from '../new-id.ts'
import type { WrittenValue } from './application.ts'
import { targetOf } from './references.ts'

/**
 * Relationships must point to documents that exist and that the writer may read; a value that was there before is not checked again
 * (contract 14, Refusals). One storage read for each target collection.
 */
export async function checkTargets(
  call: Call,
  written: readonly WrittenValue[],
  before: readonly Reference[],
): Promise<Issue[]> {
  const known = new Set(before.map((reference) => `${reference.path} ${reference.collection} ${reference.id}`))
  const wanted = new Map<string, { id: string; path: string }[]>()
  for (const { node, value, path } of written) {
    const target = targetOf(node, value)
    if (!target || known.has(`${node.path} ${target.collection} ${target.id}`)) continue
    wanted.set(target.collection, [...(wanted.get(target.collection) ?? []), { id: target.id, path }])
  }
  const issues: Issue[] = []
  for (const [collection, targets] of wanted) {
    const readable = await readableIds(call, collection, [...new Set(targets.map((target) => target.id))])
    for (const { id, path } of targets) {
      if (!readable.has(id))
        issues.push({ code: 'not_found', path, message: 'Points to a document that does not exist.' })
    }
  }
  return issues
}

async function readableIds(call: Call, collection: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const target = call.runtime.manifest.collections[collection]
  const possible = ids.filter(isDocumentId)
  if (!target || possible.length === 0) return new Set()
  const access = await ask(call, 'read', {}, target)
  if (access.kind === 'never') return new Set()
  const scope = allOf([access, ...target.scopes.map((one) => one({}))])
  const found = await readerOf(call).getMany(target.table.name, possible, scope)
  return new Set(found.map((document) => document.id))
}
