import {
  type Call,
  deniedInQueries,
  type DeniedPaths,
  deniedPaths,
  type FieldAccess,
  type FieldNode,
  flatten,
  isWithin,
  type JsonObject,
  ruleArguments,
  type Subject,
} from '@quirecms/core/feature'
import { type AskedSubject, callOf, type KnownDocument } from './subject.ts'

type Right = keyof FieldAccess

/**
 * Fields that the caller may read, create and update, by path without indexes (docs/contract/access.md#capabilities).
 */
export async function fieldCapabilities(
  call: Call,
  { document, changed, data = {} }: AskedSubject,
): Promise<JsonObject> {
  const known = document === 'missing' ? null : document
  const newest = changed === 'missing' ? null : changed
  const { operations } = call.entity
  const creating = callOf(call, operations['createUser'] ?? operations['create'])
  const denied: Readonly<Record<Right, DeniedPaths>> = {
    read: await deniedOf(callOf(call, operations['read']), 'read', known),
    create: await deniedPaths(creating, 'create', null, { data }),
    update: await deniedOf(callOf(call, operations['update']), 'update', newest, data),
  }
  // In a document that the caller can't see, no field can be read or changed.
  const mayDo = (right: Right, path: string) =>
    (right === 'create' || (right === 'read' ? document : changed) !== 'missing') && !isWithin(denied[right], path)
  const all = flatten(call.entity.fields)
  const hidden = new Set(call.caller.system ? [] : all.filter((node) => node.hidden).map((node) => node.path))
  const shown = all.filter((node) => !isWithin(hidden, node.path))
  return Object.fromEntries(
    shown.map((node) => [
      node.path,
      {
        read: mayDo('read', node.path),
        create: !node.readOnly && mayDo('create', node.path),
        update: !node.readOnly && mayDo('update', node.path),
      },
    ]),
  )
}

/**
 * Fields that the caller may not read in any document, or may not filter and sort by. Undefined if there are none,
 * which is the common case.
 */
export async function limitedFields(
  call: Call,
): Promise<Record<string, { read: boolean; query: boolean }> | undefined> {
  const unqueried = await deniedInQueries(call, call.entity)
  if (!unqueried) return undefined
  const unread = await deniedOf(callOf(call, call.entity.operations['read']), 'read', null)
  const shown = flatten(call.entity.fields).filter((node) => unqueried.has(node.path) && !node.hidden)
  if (shown.length === 0) return undefined
  return Object.fromEntries(shown.map(({ path }) => [path, { read: !isWithin(unread, path), query: false }]))
}

async function deniedOf(
  call: Call,
  right: Right,
  known: KnownDocument | null,
  data?: JsonObject,
): Promise<DeniedPaths> {
  const subject: Subject = { id: known?.stored.id, doc: known?.doc, ...(data && { data }) }
  if (known) return deniedPaths(call, right, known.stored, subject)
  const denied = new Set<string>()
  const ruled = call.caller.system ? [] : flatten(call.entity.fields).filter((node) => node.options.access?.[right])
  for (const node of ruled) if (!(await allowsSome(call, node, right, subject))) denied.add(node.path)
  return denied
}

/**
 * Without a document: whether the rule may allow the field in some document. A rule that reads the document counts as
 * no.
 */
async function allowsSome(call: Call, node: FieldNode, right: Right, subject: Subject): Promise<boolean> {
  try {
    const verdict = await node.options.access?.[right]?.(ruleArguments(call, subject))
    return verdict === true || (typeof verdict === 'object' && verdict !== null)
  } catch {
    return false
  }
}
