import type { FieldHookArguments, Hook } from '../../contracts/hooks.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { objectsIn, prefixInside } from '../../content/walk-content.ts'
import { isObject } from '../../content/json-object.ts'
import { type Call, localeCode } from '../call.ts'
import { hookArguments, watchHook } from '../hooks.ts'
import { refuseIfGone } from '../waiting-client.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Selection } from '../../query/parse-select.ts'

/**
 * Runs application code on documents that are read. Its errors don't fail the read: a written document stays written,
 * and one broken field must not disable a list. Each place is logged once.
 */
export class ApplicationCodeOnRead {
  readonly #call: Call
  readonly #entity: Entity<Call>
  readonly #reported = new Set<string>()

  constructor(call: Call, entity: Entity<Call>) {
    this.#call = call
    this.#entity = entity
  }

  get #seenBy(): Pick<Call, 'runtime' | 'entity'> {
    return { runtime: this.#call.runtime, entity: this.#entity }
  }

  /**
   * Computes virtual fields at any depth from the document as read (docs/contract/application-code.md#virtual-fields).
   */
  async computeVirtuals(doc: JsonObject): Promise<void> {
    const { actor } = this.#call.caller
    const locale = localeCode(this.#call)
    await this.#visit(this.#entity.fields, doc, async (node, object) => {
      if (node.structure !== 'computed' || node.join || node.onRequest) return
      refuseIfGone()
      try {
        object[node.name] = asJson(await node.type.compute({ doc, actor, locale }, node.options)) ?? null
      } catch (error) {
        object[node.name] = null
        this.#report(`the virtual field "${node.path}"`, error)
      }
    })
  }

  /** Runs `afterRead` hooks of fields at any depth; their result is the new value. */
  async runFieldHooks(doc: JsonObject): Promise<void> {
    const id = typeof doc['id'] === 'string' ? doc['id'] : undefined
    await this.#visit(this.#entity.fields, doc, async (node, object, path) => {
      try {
        for (const hook of (node.options.hooks?.afterRead ?? []) as readonly Hook<FieldHookArguments>[]) {
          refuseIfGone()
          const args = hookArguments(this.#call, { id, doc }, this.#entity)
          const run = () => hook({ ...args, value: object[node.name], path })
          const value = asJson(await watchHook(this.#seenBy, 'afterRead', run))
          if (value !== undefined) object[node.name] = value
        }
      } catch (error) {
        object[node.name] = null
        this.#report(`afterRead of the field "${node.path}"`, error)
      }
    })
  }

  /** Runs `afterRead` hooks, which may return a new document. Undoes changes of a hook that throws. */
  async runHooks(doc: JsonObject): Promise<JsonObject> {
    let current = doc
    for (const hook of this.#entity.hooks.afterRead) {
      refuseIfGone()
      const before = copyOf(current) as JsonObject
      try {
        const id = typeof current['id'] === 'string' ? current['id'] : undefined
        const args = hookArguments(this.#call, { id, doc: current }, this.#entity)
        const returned = await watchHook(this.#seenBy, 'afterRead', () => hook(args))
        current = asJson(isObject(returned) ? returned : current) as JsonObject
      } catch (error) {
        current = before
        this.#report('afterRead', error)
      }
    }
    return current
  }

  /** Visits every field of a document in read form, with its holder and its path with row indexes. */
  async #visit(
    fields: readonly FieldNode[],
    object: JsonObject,
    visit: (node: FieldNode, object: JsonObject, path: string) => Promise<void>,
    prefix = '',
  ): Promise<void> {
    for (const node of fields) {
      const path = prefix + node.name
      await visit(node, object, path)
      for (const inner of objectsIn(node, object[node.name], this.#call.locale?.all ?? false))
        await this.#visit(inner.fields, inner.object, visit, prefixInside(path, inner.index))
    }
  }

  /** Logs an error once for each place. Errors caused by a client's disconnect are not the application's fault. */
  #report(place: string, error: unknown): void {
    refuseIfGone()
    if (this.#reported.has(place)) return
    this.#reported.add(place)
    this.#call.runtime.reportError(`${place} in "${this.#entity.slug}" failed on a read`, error)
  }
}

/** Throws for values that JSON can't represent, such as cycles, before the response is sent. */
function asJson(value: unknown): JsonValue | undefined {
  const isPlain = value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)
  return isPlain || JSON.stringify(value) !== undefined ? (value as JsonValue) : undefined
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]))
}

interface ReadOptions {
  readonly selection: Selection | null
  readonly isPopulated: true | undefined
}

/** Computes fields that are only read when selected or populated. */
export function computeRequested(
  call: Call,
  fields: readonly FieldNode[],
  stored: readonly StoredDocument[],
  docs: readonly JsonObject[],
  asked: ReadOptions,
): void {
  const wanted = fields.filter(({ name }) => isWanted(name, asked))
  if (wanted.length === 0) return
  const { actor } = call.caller
  const locale = localeCode(call)
  for (const [index, document] of stored.entries()) {
    const target = docs[index]
    if (!target) continue
    const doc = parseJson(document.json) as JsonObject
    for (const { name, type, options } of wanted)
      target[name] = type.compute({ doc, actor, locale }, options) as JsonValue
  }
}

function isWanted(name: string, { selection, isPopulated }: ReadOptions): boolean {
  const isNamed = selection !== null && Object.hasOwn(selection.tree, name)
  return selection?.mode === 'include' ? isNamed : isPopulated === true && !isNamed
}
