import type { BlockDefinitions } from '../contracts/field.ts'
import { LIST_OPERATORS } from '../contracts/operators.ts'
import type { JsonObject } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { aLocalizedText, anObject, aText, type OptionKind, optionProblems } from './option-kinds.ts'
import { type RowBounds, rowBoundsProblems, rowOptions } from './row-bounds.ts'

export interface BlocksOptions extends UnindexedOptionsFor<readonly JsonObject[]>, RowBounds {
  readonly blocks: BlockDefinitions
}

const blockOptions = { fields: anObject, label: aLocalizedText, renamedFrom: aText }

const someBlocks: OptionKind = (value) =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(
    (block) => isObject(block) && isObject(block['fields']) && optionProblems(block, blockOptions).length === 0,
  )
    ? null
    : 'must be an object of at least one block, each { fields }, and perhaps a label or renamedFrom'

/** Rows of several kinds, in any order, each with a stable `id` and a `blockType`. At most 1,000 by default. */
export const blocks = defineFieldType<BlocksOptions>()({
  name: 'blocks',
  structure: 'blocks',
  options: { ...rowOptions, blocks: someBlocks },
  operators: LIST_OPERATORS,
  manifest: ({ minRows, maxRows }) => ({ minRows, maxRows }),
  problems: (options) => (options.blocks === undefined ? ['`blocks` is missing'] : rowBoundsProblems(options)),
  blocks: (options) => options.blocks,
})
