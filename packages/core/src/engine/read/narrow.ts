import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { eachObject } from '../../content/each-object.ts'
import { fieldsByName, flatten } from '../../content/field-tree.ts'
import type { Selection, SelectionTree } from '../../query/parse-select.ts'
import { type DeniedPaths, hasFieldRules } from '../field-access.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { Call } from '../call.ts'

/** What a reader may not see of a document. */
export interface Redaction {
  readonly denied: DeniedPaths
  readonly showHidden: boolean
  /** Localized values are objects by locale. */
  readonly byLocale: boolean
}

/** Removes hidden fields and fields denied by rules, at any depth. They are absent, not null. */
export function redact(fields: readonly FieldNode[], doc: JsonObject, redaction: Redaction): void {
  for (const node of fields) {
    if ((node.hidden && !redaction.showHidden) || redaction.denied?.has(node.path)) delete doc[node.name]
    else eachObject(node, doc[node.name], redaction.byLocale, redact, redaction)
  }
}

/** A selection at one place in a document. */
export interface DocumentSelection extends Selection {
  /** Localized values are objects by locale. */
  readonly byLocale: boolean
}

/** Applies `select`. `id` always stays, as do `id` and `blockType` of rows. */
export function select(
  fields: readonly FieldNode[],
  doc: JsonObject,
  { mode, tree, byLocale }: DocumentSelection,
): void {
  const named = fieldsByName(fields)
  for (const name of Object.keys(doc)) {
    const choice = chosenIn(tree, name)
    if (name === 'id' || name === 'blockType') continue
    if (choice === undefined ? mode === 'include' : choice === true && mode === 'exclude') delete doc[name]
    else if (typeof choice === 'object') {
      const node = named.get(name)
      const visit = node?.structure === 'blocks' ? selectInBlock : select
      if (node) eachObject(node, doc[name], byLocale, visit, { mode, tree: choice, byLocale })
    }
  }
}

/** The fields with any selected content. */
export function selectedFields(fields: readonly FieldNode[], { mode, tree }: Selection): readonly FieldNode[] {
  return fields.filter(({ name }) => {
    const choice = chosenIn(tree, name)
    return choice === undefined ? mode === 'exclude' : choice !== true || mode === 'include'
  })
}

/** Selections name blocks by their type. */
function selectInBlock(
  fields: readonly FieldNode[],
  block: JsonObject,
  { mode, tree, byLocale }: DocumentSelection,
): void {
  const choice = chosenIn(tree, block['blockType'] as string)
  const whole = choice === undefined ? mode === 'exclude' : choice === true && mode === 'include'
  if (whole) return
  // An unselected block stays in the list with its id and type.
  if (typeof choice === 'object') select(fields, block, { mode, tree: choice, byLocale })
  else select(fields, block, { mode: 'include', tree: {}, byLocale })
}

function chosenIn(tree: SelectionTree, name: string): true | SelectionTree | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined
}

/** The steps that a read of an entity needs. Cached. */
export interface ReadPlan {
  /** The stored JSON is the response: no localization, hidden fields, rules, computed fields or hooks. */
  readonly plain: boolean
  /** Application code sees whole documents, and may be slow. */
  readonly asksApplication: boolean
  /** Application code derives values from documents: virtual fields and hooks, unlike rules. */
  readonly codeSeesDocument: boolean
  /**
   * The response depends on more than the document: other documents, the reader, application code, the configuration.
   */
  readonly restsOnMore: boolean
  /** Texts may contain pictures, whose URLs depend on other documents. */
  readonly pictures: boolean
  readonly virtuals: boolean
  /** Fields computed on request. */
  readonly onRequest: readonly FieldNode[]
  readonly joins: boolean
  readonly fieldHooks: boolean
  readonly hooks: boolean
  readonly rules: boolean
  readonly hidden: boolean
}

const plans = new WeakMap<object, ReadPlan>()

export function readPlanOf(entity: Entity<Call>): ReadPlan {
  let plan = plans.get(entity)
  if (!plan) {
    const nodes = flatten(entity.fields)
    const steps = {
      virtuals: nodes.some((node) => isVirtual(node) && !node.onRequest),
      joins: nodes.some((node) => node.join !== null),
      fieldHooks: nodes.some((node) => (node.options.hooks?.afterRead?.length ?? 0) > 0),
      hooks: entity.hooks.afterRead.length > 0,
      rules: hasFieldRules(entity, 'read'),
    }
    const hidden = nodes.some((node) => node.hidden)
    const codeSeesDocument = steps.virtuals || steps.fieldHooks || steps.hooks
    const isRendered = Object.values(steps).includes(true)
    // Shared caches ask again with the tag they have: a field that was hidden meanwhile must not live on in them.
    const isKept = entity.cache !== null && (hidden || entity.localized)
    plan = {
      ...steps,
      hidden,
      onRequest: entity.fields.filter((node) => node.onRequest),
      pictures: nodes.some((node) => node.type.mentions !== undefined),
      plain: !entity.localized && !hidden && !isRendered,
      asksApplication: codeSeesDocument || steps.rules,
      codeSeesDocument,
      restsOnMore: isRendered || isKept,
    }
    plans.set(entity, plan)
  }
  return plan
}

function isVirtual({ structure, join }: FieldNode): boolean {
  return structure === 'computed' && join === null
}
