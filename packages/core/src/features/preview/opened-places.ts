import type { JsonObject } from '../../contracts/json.ts'
import type { Call, ForOthers } from '../../engine/call.ts'
import { parsePopulate, type Population } from '../../query/parse-populate.ts'

/** The places that a token opens. Throws where there are none of these names. */
export function openedBy({ entity, runtime }: Call, populate: JsonObject): Population {
  const { collections } = runtime.manifest
  const fields = entity.fields.filter((node) => !node.hidden)
  return parsePopulate(populate, fields, { collections, showHidden: false })
}

/**
 * Everything in a preview but its document is read for the public, since whoever holds the token may be anybody: and of documents in
 * collections that the public reads, the drafts that the maker may read. What the token opens is read for its maker.
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
