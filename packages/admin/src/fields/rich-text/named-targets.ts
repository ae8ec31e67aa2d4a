import type { Node } from '@tiptap/pm/model'
import { createContext } from 'react'
import type { RelationshipTarget } from '../relationship-value.ts'

/** The document that a node or mark references, if any. */
export function namedBy({ relationTo, value }: Readonly<Record<string, unknown>>): RelationshipTarget | undefined {
  return typeof relationTo === 'string' && typeof value === 'string' ? { collection: relationTo, id: value } : undefined
}

export const targetKey = ({ collection, id }: Pick<RelationshipTarget, 'collection' | 'id'>): string =>
  `${collection}/${id}`

/** A node that references a document, or has a link to one. */
export function namedAt({ attrs, marks }: Node): RelationshipTarget | undefined {
  return namedBy(attrs) ?? marks.map((mark) => namedBy(mark.attrs)).find((target) => target !== undefined)
}

/** Cache by node. Nodes are immutable, so a key searches one paragraph. */
const seen = new WeakMap<Node, readonly RelationshipTarget[]>()

export function targetsIn(doc: Node): readonly RelationshipTarget[] {
  const all = new Map<string, RelationshipTarget>()
  doc.forEach((part) => {
    let named = seen.get(part)
    if (!named) {
      named = targetsInPart(part)
      seen.set(part, named)
    }
    for (const target of named) all.set(targetKey(target), target)
  })
  return [...all.values()]
}

function targetsInPart(part: Node): readonly RelationshipTarget[] {
  const found: RelationshipTarget[] = []
  const look = (node: Node) => {
    const target = namedAt(node)
    if (target) found.push(target)
  }
  look(part)
  part.descendants(look)
  return found
}

interface NamedTargets {
  /** Targets by key. */
  readonly targets: ReadonlyMap<string, RelationshipTarget>
  /** Replaces the target of an embedded document; missing if read-only. */
  readonly onReplace: ((position: number) => void) | undefined
}

export const NamedTargetsContext = createContext<NamedTargets>({ targets: new Map(), onReplace: undefined })

/** Deleted, in the trash, or not readable by the actor. The service does not distinguish these. */
export function isDangling(target: RelationshipTarget | undefined): boolean {
  return target !== undefined && !target.doc && !target.isAwaited && !target.isUnknown
}
