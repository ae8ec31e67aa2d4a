import type { ContentStep } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Localization } from '../../contracts/localization.ts'
import { convertField } from './convert-field.ts'
import { byName, type FieldForm, formOfField, withoutLocales } from './field-form.ts'
import type { FormStep } from './form-step.ts'
import { inside, objectsAt, prefixOf, replaceAt, type Way } from './form-walk.ts'

/** Types that accept any text: former text values need no conversion. */
const ANY_TEXT: ReadonlySet<string> = new Set(['text', 'textarea', 'code'])

/** Requiredness doesn't change the form of values. */
const NOT_ASKED = { ofDocuments: false, here: false }

interface Origin {
  readonly table: string
  readonly recorded: readonly FieldForm[]
  readonly localization: Localization | null
}

/** Finds the first field whose values are recorded in another form than today's; outer fields come first. */
export function firstConversion(origin: Origin, fields: readonly FieldNode[]): FormStep | undefined {
  return conversionIn(origin, origin.recorded, fields, [])
}

function conversionIn(
  origin: Origin,
  forms: readonly FieldForm[],
  fields: readonly FieldNode[],
  way: Way,
): FormStep | undefined {
  const named = byName(forms)
  for (const node of fields) {
    const form = named.get(node.name)
    const today = form && formOfField(node, NOT_ASKED)
    if (!form || !today) continue
    if (isOther(form, today)) return conversion(origin, form, today, node, way)
    for (const inner of inside(form, way)) {
      const block = inner.way.at(-1)?.block
      const below = block === undefined ? node.fields : node.blocks[block]
      const found = below && conversionIn(origin, inner.fields, below, inner.way)
      if (found) return found
    }
  }
  return undefined
}

/** Whether values must be converted between the two forms. */
export function isOther(form: FieldForm, today: FieldForm): boolean {
  if (form.structure !== today.structure || form.localized !== today.localized || form.many !== today.many) return true
  if (today.structure !== 'value' || (form.type === today.type && form.storedAs === today.storedAs)) return false
  const isAnyText = ANY_TEXT.has(today.type) && form.storedAs !== undefined && TEXTS.has(form.storedAs)
  return !isAnyText
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'instant', 'day'])

function conversion(
  { table, recorded, localization }: Origin,
  from: FieldForm,
  today: FieldForm,
  node: FieldNode,
  way: Way,
): FormStep {
  const { name } = node
  const step: Omit<ContentStep, 'form'> = {
    kind: 'convert',
    description: `convert field ${table}.${prefixOf(way)}${name} from ${wordsFor(from)} to ${wordsFor(today)}`,
    change(content, refuse) {
      let isChanged = false
      for (const object of objectsAt(content, way)) {
        const before = object[name]
        if (before === undefined) continue
        const after = convertField({ from, node, localization, refuse }, before)
        if (JSON.stringify(after) === JSON.stringify(before)) continue
        object[name] = after
        isChanged = true
      }
      return isChanged
    },
  }
  const forms = replaceAt(recorded, way, (fields) => fields.map((form) => (form === from ? become(from, today) : form)))
  return { step, forms }
}

/**
 * The form of a field after its conversion. The contents of groups, rows and text blocks keep their recorded form,
 * except for locales; later steps convert them.
 */
function become(from: FieldForm, today: FieldForm): FieldForm {
  const isText = from.blocks !== undefined && from.type === today.type
  if (from.structure !== today.structure || (today.structure === 'value' && !isText)) return today
  const { localized: _localized, ...plain } = from
  return withoutLocales(today.localized ? { ...plain, localized: true } : plain, today)
}

function wordsFor({ type, structure, storedAs, localized, many, targets }: FieldForm): string {
  const name = storedAs === 'day' ? 'day' : type
  const words = [localized && 'localized', many && structure === 'value' && 'list of', name]
  const to = targets ? ` (${targets.join(' or ')})` : ''
  return words.filter((word) => typeof word === 'string').join(' ') + to
}
