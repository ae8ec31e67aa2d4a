import { type Call, type ForOthers, type JsonObject, parsePopulate, type Population } from '@quirecms/core/feature'

/** Relationships and joins that a token opens. Throws for unknown names. */
export function openedBy({ entity, runtime }: Call, populate: JsonObject): Population {
  const { collections } = runtime.manifest
  const fields = entity.fields.filter((node) => !node.hidden)
  return parsePopulate(populate, fields, { collections, showHidden: false })
}

/**
 * In a preview, the document and the paths that the token opens are read with the maker's rights. All other documents
 * are read as the public, because any client may hold the token; in collections that the public may read, drafts that
 * the maker may read are included.
 */
export function readForThePublic(maker: Call, populate: JsonObject | null): ForOthers {
  const { draft: _, ...query } = maker.input.query
  const call: Call = {
    ...maker,
    caller: { ...maker.caller, actor: null, credential: undefined, key: undefined, scopes: undefined },
    input: { ...maker.input, query },
    copies: { rightsOf: maker },
  }
  return { call, opened: populate && openedBy(maker, populate) }
}
