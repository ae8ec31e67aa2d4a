import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode, Mention } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { eachObject, isByLocale } from '../../content/walk-content.ts'
import { parseJson } from '../../content/parse-json.ts'
import { pictureAddress } from '../../fields/rich-text-mentions.ts'
import { answerTags, ClientTimeSlice, refuseIfGone } from '../waiting-client.ts'
import { type Call, callForPopulated } from '../call.ts'
import { findManyInSource, sourceOf } from '../source.ts'

const AT_ONCE = 250

/** Whether stored content may contain pictures: cheaper than parsing, with rare false positives. */
export function mayShowPictures({ json }: Pick<StoredDocument, 'json'>): boolean {
  return json.includes('"image"') && json.includes('"relationTo"')
}

/**
 * Sets `src` of pictures in texts to the present URL of their file, if the reader may read it, up to the limit of
 * populated documents. Others get null.
 */
export async function placeAddresses(call: Call, entity: Entity<Call>, docs: readonly JsonObject[]): Promise<void> {
  const search: Search = { byLocale: call.locale?.all ?? false, found: [] }
  const slice = new ClientTimeSlice()
  for (const doc of docs) {
    if (slice.isOver) await slice.letOthersIn()
    visit(entity.fields, doc, search)
  }
  if (search.found.length === 0) return
  for (const { holder } of search.found) holder['src'] = null
  const { collections, population } = call.runtime.manifest
  let left = (call.input.isRemote ? population.remote : population.inProcess).documents
  for (const [slug, mentions] of Map.groupBy(search.found, ({ collection }) => collection)) {
    const target = collections[slug]
    if (!target) continue
    const byId = Map.groupBy(mentions, ({ id }) => id)
    const ids = [...byId.keys()].slice(0, left)
    left -= ids.length
    for await (const { id, json } of readable(call, target, ids)) {
      answerTags()?.addDocument(target, id)
      const content = parseJson(json) as JsonObject
      for (const { holder } of byId.get(id) ?? []) holder['src'] = pictureAddress(holder, content)
    }
  }
}

async function* readable(
  call: Call,
  target: Entity<Call>,
  ids: readonly string[],
): AsyncGenerator<Pick<StoredDocument, 'id' | 'json'>> {
  const reading = callForPopulated(call, false)
  const source = await sourceOf(reading, target, 'related')
  if (source.where.kind === 'never' && !source.fallback) return
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    refuseIfGone()
    yield* await findManyInSource(reading, source, ids.slice(start, start + AT_ONCE))
  }
}

interface Search {
  readonly byLocale: boolean
  readonly found: Mention[]
}

function visit(fields: readonly FieldNode[], object: JsonObject, search: Search): void {
  for (const node of fields) {
    const value = object[node.name]
    if (value === undefined || value === null) continue
    const { mentions } = node.type
    eachObject(node, value, search.byLocale, visit, search)
    if (mentions) {
      const values = isByLocale(node, value, search.byLocale) ? Object.values(value) : [value]
      for (const one of values)
        if (one !== null) search.found.push(...mentions.in(one).filter(({ isPicture }) => isPicture))
    }
  }
}
