import type { Node } from '@tiptap/pm/model'

export function pathOfNode(doc: Node, position: number): string {
  const place = doc.resolve(position)
  return Array.from({ length: place.depth + 1 }, (_, depth) => `content.${place.index(depth)}`).join('.')
}
