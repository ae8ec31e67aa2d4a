import type { FieldType } from '../contracts/field.ts'
import { type ArrayOptions, array } from './array.ts'
import { type BlocksOptions, blocks } from './blocks.ts'
import { buildField } from './build-field.ts'
import { type CheckboxOptions, checkbox } from './checkbox.ts'
import { type CodeOptions, code } from './code.ts'
import { type DateOptions, date } from './date.ts'
import { type EmailOptions, email } from './email.ts'
import { type GroupOptions, group } from './group.ts'
import { type JoinFieldOptions, join } from './join.ts'
import { type JsonOptions, json } from './json.ts'
import { type NumberOptions, number } from './number.ts'
import { type PointOptions, point } from './point.ts'
import { type RelationshipOptions, relationship } from './relationship.ts'
import { type RichTextOptions, richText } from './rich-text.ts'
import { type SelectOptions, select } from './select.ts'
import { type SlugOptions, slug } from './slug.ts'
import { type TextFieldOptions, text } from './text.ts'
import { type TextareaOptions, textarea } from './textarea.ts'
import { type UploadFieldOptions, upload } from './upload.ts'
import { type UrlFieldOptions, url } from './url.ts'
import { type VirtualOptions, virtual } from './virtual.ts'

export const fieldTypes = {
  text,
  textarea,
  email,
  url,
  slug,
  code,
  number,
  checkbox,
  date,
  select,
  json,
  point,
  richText,
  relationship,
  upload,
  group,
  array,
  blocks,
  join,
  virtual,
} as const satisfies Readonly<Record<string, FieldType>>

/**
 * Describes the fields of a collection or global.
 *
 * @example
 * const fields = {
 *   title: f.text({ required: true, localized: true, maxLength: 200 }),
 *   views: f.number({ integer: true, min: 0, default: 0 }),
 *   author: f.relationship({ to: 'users' }),
 * }
 */
export const f = {
  /** A single-line text, such as a title or a name. */
  text: buildField<TextFieldOptions>()(text),
  /** A multi-line text. */
  textarea: buildField<TextareaOptions>()(textarea),
  email: buildField<EmailOptions>()(email),
  /** A URL: http, https, mailto, tel or relative. */
  url: buildField<UrlFieldOptions>()(url),
  /** The URL segment of a document, derived `from` another field. */
  slug: buildField<SlugOptions>()(slug),
  /** Source code, with its `language`. */
  code: buildField<CodeOptions>()(code),
  number: buildField<NumberOptions>()(number),
  checkbox: buildField<CheckboxOptions>()(checkbox),
  /** A point in time: ISO 8601, stored in UTC. */
  date: buildField<DateOptions>()(date),
  /** One of `options`, or several with `many`. */
  select: buildField<SelectOptions>()(select),
  /** Any JSON value, or what `schema` allows. */
  json: buildField<JsonOptions>()(json),
  /** A place: `[lng, lat]`. */
  point: buildField<PointOptions>()(point),
  /** Formatted text, a ProseMirror document. */
  richText: buildField<RichTextOptions>()(richText),
  /** Points `to` documents of one collection, or of several. */
  relationship: buildField<RelationshipOptions>()(relationship),
  /** Points `to` files of an upload collection. */
  upload: buildField<UploadFieldOptions>()(upload),
  group: buildField<GroupOptions>()(group),
  array: buildField<ArrayOptions>()(array),
  /** Rows of several kinds. */
  blocks: buildField<BlocksOptions>()(blocks),
  /** The documents of another collection whose relationship points here. */
  join: buildField<JoinFieldOptions>()(join),
  /** Computed on read by `value`. */
  virtual: buildField<VirtualOptions>()(virtual),
}
