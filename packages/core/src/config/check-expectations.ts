import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../content/json-object.ts'
import type { PluginConfig, QuireConfig } from './define-config.ts'
import { isFieldDefinition } from './is-field-definition.ts'
import type { ProblemList } from './problem-list.ts'

type OptionMembers = Readonly<Record<string, unknown>>

/** Options that add methods and fields: if a plugin expects one, the application must enable it. */
const FEATURES = ['auth', 'trash', 'versions', 'upload', 'authors', 'search', 'comments'] as const

/** Options that determine the type of a field's value. */
const SHAPING = ['many', 'localized', 'to', 'options', 'collection', 'only'] as const

export function checkExpectations(
  { collections, globals }: QuireConfig,
  { key, expects }: PluginConfig,
  problems: ProblemList,
): void {
  const say = (message: string) => problems.add(`plugin "${key}"`, message)
  for (const [kind, expected, all] of [
    ['collection', expects?.collections, collections],
    ['global', expects?.globals, globals],
  ] as const) {
    for (const [slug, wanted] of Object.entries(membersOf(expected))) {
      const found = Object.hasOwn(membersOf(all), slug) ? membersOf(all)[slug] : undefined
      if (isObject(found) && isObject(wanted)) checkEntity(`the ${kind} "${slug}"`, wanted, found, say)
      else say(`needs a ${kind} "${slug}": add it, with the fields that the plugin describes`)
    }
  }
}

function checkEntity(
  entity: string,
  wanted: OptionMembers,
  found: OptionMembers,
  say: (message: string) => void,
): void {
  for (const name of FEATURES) {
    if (wanted[name] && !found[name]) say(`needs \`${name}\` in ${entity}: switch it on`)
  }
  const drafts = (of: OptionMembers) => isObject(of['versions']) && of['versions']['drafts']
  if (drafts(wanted) && !drafts(found))
    say(`needs drafts in ${entity}: switch them on with \`versions: { drafts: true }\``)
  checkFields(entity, '', wanted['fields'], found['fields'], say)
}

function checkFields(
  entity: string,
  path: string,
  wanted: unknown,
  found: unknown,
  say: (message: string) => void,
): void {
  for (const [name, field] of Object.entries(membersOf(wanted))) {
    const at = `"${path}${name}" in ${entity}`
    const own = Object.hasOwn(membersOf(found), name) ? membersOf(found)[name] : undefined
    if (!isFieldDefinition(field)) continue
    if (!isFieldDefinition(own)) {
      say(`needs a field ${at}: add one with the type ${field.type.name}`)
      continue
    }
    if (own.type.name !== field.type.name) {
      say(`needs ${at} to have the type ${field.type.name}, not ${own.type.name}`)
      continue
    }
    const [asked, has]: [OptionMembers, OptionMembers] = [field.options as OptionMembers, own.options as OptionMembers]
    for (const option of SHAPING) {
      if (!isDeepStrictEqual(asked[option] || undefined, has[option] || undefined))
        say(`needs ${at} to have ${optionText(option, asked[option])}`)
    }
    if (asked['required'] && !has['required']) say(`needs ${at} to have ${optionText('required', true)}`)
    // A field with `showIf`, and all fields inside of it, are not always required.
    const isDemanding = asked['required'] === true || asked['fields'] !== undefined || asked['blocks'] !== undefined
    if (isDemanding && isConditional(has) && !isConditional(asked))
      say(`needs ${at} to have ${optionText('showIf', undefined)}`)
    checkFields(entity, `${path}${name}.`, asked['fields'], has['fields'], say)
    for (const [block, { fields }] of Object.entries(membersOf(asked['blocks']) as Record<string, OptionMembers>)) {
      const other = membersOf(has['blocks'])[block]
      if (isObject(other)) checkFields(entity, `${path}${name}.${block}.`, fields, other['fields'], say)
      else say(`needs a block "${block}" in ${at}`)
    }
  }
}

function isConditional({ admin }: OptionMembers): boolean {
  return membersOf(admin)['showIf'] !== undefined
}

function optionText(option: string, value: unknown): string {
  return value === undefined || value === false ? `no \`${option}\`` : `\`${option}: ${JSON.stringify(value)}\``
}

function membersOf(value: unknown): OptionMembers {
  return isObject(value) ? value : {}
}
