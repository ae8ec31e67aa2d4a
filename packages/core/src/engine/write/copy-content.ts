import type { Condition, Scalar } from '../../contracts/condition.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { IndexSpec } from '../../contracts/storage.ts'
import { nodeAt } from '../../manifest/check-joins.ts'
import { type Call, readerOf } from '../call.ts'
import type { DeniedPaths } from '../field-access.ts'
import { isObject, rowsOf } from '../read/read-form.ts'
import { defaultOf, fieldsOfRow } from './defaults.ts'
import { valueAt } from './unique-values.ts'

const MOST_ATTEMPTS = 200

/**
 * Gives fields of stored content their defaults instead, at any depth: those that whoever duplicates may not read or create
 * (contract 14, Refusals).
 */
export async function resetFields(
  call: Call,
  fields: readonly FieldNode[],
  content: JsonObject,
  denied: DeniedPaths,
): Promise<void> {
  if (!denied) return
  for (const node of fields) {
    if (denied.has(node.path)) {
      const value = await defaultOf(call, node)
      if (value === undefined) delete content[node.name]
      else content[node.name] = node.localized ? { [writtenLocale(call)]: value } : value
      continue
    }
    const value = content[node.name]
    for (const one of node.localized && isObject(value) ? Object.values(value) : [value]) {
      if (node.structure === 'group') {
        if (isObject(one)) await resetFields(call, node.fields, one, denied)
      } else if (node.structure === 'rows' || node.structure === 'blocks') {
        for (const row of rowsOf(one)) await resetFields(call, fieldsOfRow(node, row) ?? [], row, denied)
      }
    }
  }
}

function writtenLocale({ locale, runtime }: Call): string {
  return locale && !locale.all ? locale.locale : (runtime.manifest.localization?.defaultLocale ?? '')
}

/** Unique text gets `-copy`, then `-copy-2`…; other unique values are left out (contract 10). */
export async function renameUniqueValues(call: Call, content: JsonObject): Promise<void> {
  for (const index of call.entity.table.indexes) {
    const value = index.unique ? valueAt(content, index.path.steps) : null
    if (value === null) continue
    setAt(content, index, isFreeText(call, index) ? await freeName(call, index, String(value)) : null)
  }
}

/** Text that a suffix leaves sound. An address, a choice or a reference is not. */
function isFreeText(call: Call, index: IndexSpec): boolean {
  const [path = index.name] = index.name.split('@')
  return ['text', 'textarea', 'slug', 'code'].includes(nodeAt(call.entity.fields, path)?.type.name ?? '')
}

async function freeName(call: Call, index: IndexSpec, value: string): Promise<string | null> {
  const [path = index.name] = index.name.split('@')
  const most = nodeAt(call.entity.fields, path)?.options['maxLength']
  const candidates = Array.from({ length: MOST_ATTEMPTS }, (_, number) => {
    const suffix = number === 0 ? '-copy' : `-copy-${number + 1}`
    return typeof most === 'number'
      ? [...value].slice(0, Math.max(0, most - suffix.length)).join('') + suffix
      : value + suffix
  })
  const where: Condition = { kind: 'compare', path: index.path, test: { op: 'in', values: candidates } }
  const found = await readerOf(call).find(call.entity.table.name, { where, sort: [], limit: MOST_ATTEMPTS, offset: 0 })
  const taken = new Set<Scalar | null>(
    found.map((document) => valueAt(JSON.parse(document.json) as JsonObject, index.path.steps)),
  )
  return candidates.find((candidate) => !taken.has(candidate)) ?? null
}

function setAt(content: JsonObject, { path }: IndexSpec, value: string | null): void {
  let object = content
  const keys = path.steps.flatMap((step) =>
    step.kind === 'key' ? [step.name] : step.kind === 'locale' ? step.chain.slice(0, 1) : [],
  )
  const last = keys.pop()
  for (const key of keys) {
    const inner = object[key]
    if (!isObject(inner)) return
    object = inner
  }
  if (last !== undefined) object[last] = value
}
