import {
  ALWAYS,
  type Call,
  type Issue,
  type JsonObject,
  notValid,
  type OnStore,
  parseJson,
  type StoredDocument,
  type Unit,
  column,
  recordTable,
  type FieldNode,
  flatten,
  isObject,
  type JsonValue,
  treeDepth,
  onceFor,
} from '@quirecms/core/feature'

/** Documents per query for children. */
const AT_ONCE = 500

/**
 * Checks each copy of a document that was stored with another parent. Working copies form one tree and live copies
 * another: moves in drafts that are published one by one can form a cycle among live copies. Includes documents in
 * the trash, so that they can always be restored.
 */
export const keepTrees: OnStore<Call> = async (call, unit, { before, stored }) => {
  const { table, tables, fields } = call.entity
  const issues: Issue[] = []
  for (const tree of treesIn(fields)) {
    const isMoved = before === null || parentOf(tree, before) !== parentOf(tree, stored)
    if (isMoved) await check(call, unit, tree, { table: table.name, stored, isNew: before === null }, issues)
    for (const { name } of tables) {
      const copy = await unit.tx.get(name, stored.id)
      // A copy with another revision was checked when it was stored.
      if (copy?.revision === stored.revision)
        await check(call, unit, tree, { table: name, stored: copy, isNew: false }, issues)
    }
  }
  if (issues.length > 0) throw notValid(issues)
}

interface Moved {
  readonly table: string
  readonly stored: StoredDocument
  /** A new document has no children. */
  readonly isNew: boolean
}

async function check(call: Call, unit: Unit, tree: Tree, moved: Moved, issues: Issue[]): Promise<void> {
  const parent = parentOf(tree, moved.stored)
  if (parent === null) return
  if (!moved.isNew) await waitForOthers(call, unit, moved.stored.id)
  const { path } = tree.node
  const above = await countAbove(unit, tree, moved, parent)
  if (above === 'itself') {
    const message = 'A document cannot be below itself. Choose one that is not below this document.'
    issues.push({ code: 'custom', path, message })
  } else if (
    above >= tree.depth ||
    (!moved.isNew && (await isDeeper(call, unit, tree, moved, tree.depth - above - 1)))
  ) {
    const message = `This would be deeper than ${tree.depth} levels. Choose a place further up.`
    issues.push({ code: 'custom', path, message })
  }
}

/**
 * Writes the record of the tree, whose lock is held until commit: of two concurrent moves, the second sees the first.
 */
async function waitForOthers({ entity }: Call, { tx }: Unit, id: string): Promise<void> {
  const mine = { collection: entity.slug }
  const move = () => tx.records.update(TREES.name, mine, { lastMoved: id })
  if ((await move()) > 0 || (await tx.records.insert(TREES.name, { ...mine, lastMoved: id }))) return
  await move()
}

/** Number of ancestors, counted up to the allowed depth. */
async function countAbove(
  { tx }: Unit,
  tree: Tree,
  { table, stored }: Moved,
  parent: string,
): Promise<number | 'itself'> {
  let above = 0
  for (let id: string | null = parent; id !== null && above < tree.depth; above += 1) {
    if (id === stored.id) return 'itself'
    const document: StoredDocument | null = await tx.get(table, id)
    id = document && parentOf(tree, document)
  }
  return above
}

/** Whether there are more than `levels` levels below the document. */
async function isDeeper(
  { entity }: Call,
  { tx }: Unit,
  { node }: Tree,
  moved: Moved,
  levels: number,
): Promise<boolean> {
  let level: readonly string[] = [moved.stored.id]
  for (let deep = 0; ; deep += 1) {
    const below: string[] = []
    for (let start = 0; start < level.length; start += AT_ONCE) {
      const ids = level.slice(start, start + AT_ONCE)
      const query = { table: moved.table, path: node.path, collection: entity.slug, ids, scope: ALWAYS, sort: [] }
      for (const { sources } of await tx.findInverse({ ...query, limit: Number.MAX_SAFE_INTEGER }))
        below.push(...sources)
    }
    if (below.length === 0) return false
    if (deep >= levels) return true
    level = below
  }
}

function parentOf(tree: Tree, { json }: StoredDocument): string | null {
  return parentIn(tree, parseJson(json) as JsonObject)
}

/** One record for each collection with a tree. Each move updates it, so that moves are serialized by its lock. */
export const TREES = recordTable({
  name: 'trees',
  columns: {
    collection: column.text(),
    lastMoved: column.text(),
  },
  namingColumns: [{ column: 'collection', holds: 'collection' }],
  key: ['collection'],
})

export interface Tree {
  readonly node: FieldNode
  /** Maximum number of documents from a root to a leaf, both included. */
  readonly depth: number
}

export const treesIn = onceFor((fields: readonly FieldNode[]): readonly Tree[] =>
  flatten(fields).flatMap((node) => {
    const depth = treeDepth(node.options['tree'])
    return depth === null ? [] : [{ node, depth }]
  }),
)

/** The parent of a document; null for a root. The field may be within groups, but not within rows. */
export function parentIn({ node }: Tree, content: JsonObject): string | null {
  let value: JsonValue | undefined = content
  for (const name of node.path.split('.')) value = isObject(value) ? value[name] : undefined
  return typeof value === 'string' ? value : null
}
