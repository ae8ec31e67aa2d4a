import {
  type Call,
  compileSchema,
  isNaming,
  type Issue,
  type JsonObject,
  QuireError,
  wayTo,
} from '@quirecms/core/feature'
import { columnNamed, columnsOf } from './columns.ts'
import { IMPORT_SCHEMA, type ImportRequest } from './import-api.ts'

/** Validates an import request, and throws all issues. `dataPath` is its path in the request. */
export function checkedImport(call: Call, data: JsonObject, dataPath: string): ImportRequest {
  const problems = compileSchema(IMPORT_SCHEMA)(data)
  // Validated by the schema.
  const request = data as ImportRequest
  const issues = problems.length > 0 ? problems : issuesOf(call, request)
  if (issues.length === 0) return request
  throw new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: issues.map((issue) => ({ ...issue, path: `${dataPath}${issue.path}` })),
  })
}

function issuesOf({ entity, runtime }: Call, request: ImportRequest): readonly Issue[] {
  const { upsertBy, publish, locale, format = 'csv', mapping } = request
  const issues: Issue[] = []
  const canUpsert = upsertBy === undefined || upsertBy === 'id' || entity.operations['upsert'] !== undefined
  if (!canUpsert)
    issues.push({
      code: 'option',
      path: 'upsertBy',
      message: 'Documents of this collection can be matched only by "id".',
    })
  else if (upsertBy !== undefined && upsertBy !== 'id' && !isNaming(wayTo(entity.fields, upsertBy)))
    issues.push({ code: 'option', path: 'upsertBy', message: 'Must be "id", or a unique field that is not localized.' })
  if (publish === true && !entity.operations['publish'])
    issues.push({
      code: 'custom',
      path: 'publish',
      message: 'This collection has no drafts: every document is live at once.',
    })
  const locales = runtime.manifest.localization?.locales ?? []
  const isLocale = locale === undefined || locales.includes(locale) || (locale === 'all' && format !== 'csv')
  if (!isLocale)
    issues.push({ code: 'option', path: 'locale', message: `Must be one of: ${locales.join(', ') || 'none'}.` })
  else if (mapping) {
    if (format !== 'csv')
      issues.push({ code: 'custom', path: 'mapping', message: 'Only the columns of a CSV file can be mapped.' })
    const known = columnsOf(runtime, entity, locale)
    for (const [column, name] of Object.entries(mapping)) {
      if (name === null || columnNamed(known, name)) continue
      issues.push({ code: 'unknown_field', path: `mapping.${column}`, message: `There is no field "${name}".` })
    }
  }
  return issues
}
