import type { BlockDefinition, BlockDefinitions, BlockPresentation } from '../contracts/field.ts'
import type { JsonObject } from '../contracts/json.ts'
import { LIST_OPERATORS } from '../contracts/operators.ts'
import { isObject } from '../content/json-object.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import {
  aLocalizedText,
  anObject,
  anObjectOf,
  aText,
  type OptionKind,
  type OptionKinds,
  optionProblems,
} from './option-kinds.ts'
import { type RowBounds, rowBoundsProblems, rowOptions } from './row-bounds.ts'

export interface BlocksOptions extends UnindexedOptionsFor<readonly JsonObject[]>, RowBounds {
  readonly blocks: BlockDefinitions
}

/** The admin app loads nothing from other servers, and nothing that could execute. */
const aPicture: OptionKind = (value) =>
  typeof value === 'string' && /^(\/(?!\/)|data:image\/)/.test(value)
    ? null
    : "must be an address that begins with '/', or 'data:image/'"

const presentation: OptionKinds<BlockPresentation> = { group: aLocalizedText, picture: aPicture }

const blockOptions: OptionKinds<BlockDefinition> = {
  fields: anObject,
  renamedFrom: aText,
  label: aLocalizedText,
  admin: anObjectOf(presentation),
}

export const someBlocks: OptionKind = (value) => {
  if (!isObject(value) || Object.keys(value).length === 0)
    return 'must be an object of at least one block, each { fields }'
  const problems = Object.entries(value).flatMap(([name, block]) => {
    if (!isObject(block) || !isObject(block['fields'])) return [`${name} must be { fields }`]
    return optionProblems(block, blockOptions).map((problem) => `${name}: ${problem}`)
  })
  return problems.length > 0 ? `is wrong: ${problems.join(', ')}` : null
}

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
