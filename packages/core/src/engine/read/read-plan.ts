import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { flatten } from '../../content/field-tree.ts'
import { hasFieldRules } from '../field-access.ts'
import type { Call } from '../call.ts'

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
