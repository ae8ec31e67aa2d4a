import type { Node } from '@tiptap/pm/model'
import { createContext } from 'react'
import type { Target } from '../relationship-value.ts'

/** What a node or a mark names, if it is a document. */
export function namedBy({ relationTo, value }: Readonly<Record<string, unknown>>): Target | undefined {
  return typeof relationTo === 'string' && typeof value === 'string' ? { collection: relationTo, id: value } : undefined
}

export const keyOf = ({ collection, id }: Pick<Target, 'collection' | 'id'>): string => `${collection}/${id}`

/** A node that names a document itself, or has a link to one. */
export function namedAt({ attrs, marks }: Node): Target | undefined {
  return namedBy(attrs) ?? marks.map((mark) => namedBy(mark.attrs)).find((target) => target !== undefined)
}

/** Nodes never change, so each part of a text is looked through once, and a key that is pressed costs one paragraph. */
const seen = new WeakMap<Node, readonly Target[]>()

/** All documents that a text names, each once. */
export function targetsIn(doc: Node): readonly Target[] {
  const all = new Map<string, Target>()
  doc.forEach((part) => {
    let named = seen.get(part)
    if (!named) {
      named = targetsInPart(part)
      seen.set(part, named)
    }
    for (const target of named) all.set(keyOf(target), target)
  })
  return [...all.values()]
}

function targetsInPart(part: Node): readonly Target[] {
  const found: Target[] = []
  const look = (node: Node) => {
    const target = namedAt(node)
    if (target) found.push(target)
  }
  look(part)
  part.descendants(look)
  return found
}

interface NamedTargets {
  /** By their keys. */
  readonly targets: ReadonlyMap<string, Target>
  /** Chooses another document for an embedded one; missing where the text is only read. */
  readonly onReplace: ((position: number) => void) | undefined
}

/** What a text names, for what shows it inside of the text. */
export const NamedTargetsContext = createContext<NamedTargets>({ targets: new Map(), onReplace: undefined })

/** Deleted, in the trash, or not readable by the actor. The service does not distinguish these. */
export function isDangling(target: Target | undefined): boolean {
  return target !== undefined && !target.doc && !target.isAwaited && !target.isUnknown
}
