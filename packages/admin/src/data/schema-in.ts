import { type LocalizedText, textIn } from '@quirecms/core/localized-text'
import type { PublicEntity, PublicField, PublicManifest } from '@quirecms/sdk'
import type { BlockSchema, EntitySchema, FieldSchema, Schema } from './schema.ts'

export type OwnNames = Readonly<Record<string, string>>

/** Memoized per language, so that parts of the schema keep their identity. `names` belongs to the language. */
const made = new WeakMap<PublicManifest, WeakMap<OwnNames, Map<string, Schema>>>()

/** The schema in one language, so that the rest of the app needs no code for languages. */
export function schemaIn(manifest: PublicManifest, language: string, names: OwnNames): Schema {
  const ofNames = made.get(manifest) ?? new WeakMap<OwnNames, Map<string, Schema>>()
  made.set(manifest, ofNames)
  const known = ofNames.get(names) ?? new Map<string, Schema>()
  ofNames.set(names, known)
  const schema = known.get(language) ?? translated(manifest, language, names)
  known.set(language, schema)
  return schema
}

function translated(manifest: PublicManifest, language: string, names: OwnNames): Schema {
  const inLanguage = (entity: PublicEntity) => entityIn(entity, language, names)
  return {
    ...manifest,
    collections: mapped(manifest.collections, inLanguage),
    globals: mapped(manifest.globals, inLanguage),
  }
}

function entityIn(entity: PublicEntity, language: string, names: OwnNames): EntitySchema {
  const { label, description, fields, admin, ...others } = entity
  const { group, singular = ownSingular(label, language), ...presentation } = admin ?? {}
  return {
    ...others,
    label: said(label, language),
    description: said(description, language),
    fields: fields.map((field) => fieldIn(withOwnName(field, entity, names), language)),
    ...((admin !== undefined || singular !== undefined) && {
      admin: { ...presentation, ...words({ group, singular }, language) },
    }),
  }
}

/** Built-in fields of users, files and authors get our labels, unless the configuration sets one. */
function withOwnName(field: PublicField, { operations }: PublicEntity, names: OwnNames): PublicField {
  const { name, label, readOnly } = field
  const isOfUser = OF_USERS.includes(name) && operations.includes('login')
  const isOfFile = operations.includes('readFile') && (readOnly || FILE_CHOICES.includes(name))
  const isSignature = readOnly && SIGNATURES.includes(name)
  const own = label === null && (isOfUser || isOfFile || isSignature) ? names[name] : undefined
  return own === undefined ? field : { ...field, label: own }
}

const FILE_CHOICES = ['folder', 'tags', 'focalPoint', 'crop']
const OF_USERS = ['email', '_service']
const SIGNATURES = ['createdBy', 'updatedBy']

function ownSingular(label: LocalizedText | null, language: string): LocalizedText | undefined {
  const isEnglish = label === null || typeof label === 'string' || textIn(label, language) === textIn(label)
  return isEnglish ? undefined : label
}

function fieldIn(field: PublicField, language: string): FieldSchema {
  const { label, description, fields, blocks, options, admin, ...others } = field
  const within = (inner: readonly PublicField[]) => inner.map((one) => fieldIn(one, language))
  const { placeholder, tab, ...presentation } = admin ?? {}
  return {
    ...others,
    label: said(label, language),
    description: said(description, language),
    ...(fields && { fields: within(fields) }),
    ...(blocks && {
      blocks: mapped(blocks, ({ label: name, admin: offered, fields: inside }): BlockSchema => {
        const { group, ...presented } = offered ?? {}
        return {
          ...words({ label: name }, language),
          ...(offered && { admin: { ...presented, ...words({ group }, language) } }),
          fields: within(inside),
        }
      }),
    }),
    ...(options && { options: options.map((option) => ({ ...option, label: textIn(option.label, language) })) }),
    ...(admin && { admin: { ...presentation, ...words({ placeholder, tab }, language) } }),
  }
}

function said(text: LocalizedText | null, language: string): string | null {
  return text === null ? null : textIn(text, language)
}

function words<Name extends string>(
  texts: { readonly [N in Name]: LocalizedText | undefined },
  language: string,
): { [N in Name]?: string } {
  const given = Object.entries<LocalizedText | undefined>(texts).filter(([, text]) => text !== undefined)
  return Object.fromEntries(given.map(([name, text]) => [name, textIn(text ?? '', language)])) as {
    [N in Name]?: string
  }
}

function mapped<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
