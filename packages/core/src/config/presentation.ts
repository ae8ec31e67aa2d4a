import type { LocalizedText } from '../contracts/localization.ts'
import { aBoolean, aLocalizedText, aText, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** How the admin app presents a collection or global. It is public, and has no effect on the server. */
export interface Presentation {
  /** The navigation heading above it. */
  readonly group?: LocalizedText
  /** The name of an icon: `'file-text'`. */
  readonly icon?: string
  /** One document: `'post'`. */
  readonly singular?: LocalizedText
  /** The field that names a document; by default `title`, `name` or a similar one. */
  readonly title?: string
  /** The default columns of a list besides the title; users can choose others. */
  readonly columns?: readonly string[]
  /** Keeps it out of the navigation. */
  readonly hidden?: boolean
  /** The page that shows a document, for the preview pane: `'https://www.example.com/posts/{slug}?preview={token}'`. */
  readonly preview?: string
}

const someTexts: OptionKind = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'must be a list of field names'

/** Other schemes could run code in the admin app. */
const aPageAddress: OptionKind = (value) =>
  typeof value === 'string' && /^(https?:\/\/|\/(?!\/))/.test(value)
    ? null
    : "must be an address that begins with 'https://', 'http://' or '/'"

const kinds: { readonly [Name in keyof Presentation]-?: OptionKind } = {
  group: aLocalizedText,
  icon: aText,
  singular: aLocalizedText,
  title: aText,
  columns: someTexts,
  hidden: aBoolean,
  preview: aPageAddress,
}

export function checkPresentation(presentation: unknown, place: string, problems: ProblemList): void {
  problems.members(presentation, place, kinds)
}
