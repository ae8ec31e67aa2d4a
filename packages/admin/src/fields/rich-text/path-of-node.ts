import type { Node } from '@tiptap/pm/model'

/** Where a node is in a document, as issues of the service name it: `content.3.content.0`. */
export function pathOfNode(doc: Node, position: number): string {
  const place = doc.resolve(position)
  return Array.from({ length: place.depth + 1 }, (_, depth) => `content.${place.index(depth)}`).join('.')
}
