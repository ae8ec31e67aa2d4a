import { type Entity, type Manifest, type OperationDescription, pathOf } from '@quirecms/core'

type Rows = Record<string, string>

/** Source of the client's table: every operation of the manifest, by method name. */
export function operationTable(manifest: Manifest): string {
  const { collections, globals, service, parameters } = manifest
  const ofCollections = Object.values(collections)
  const tables = {
    collections: rowsOf(ofCollections, ({ endpoint }) => endpoint.base !== 'auth'),
    globals: rowsOf(Object.values(globals), () => true),
    auth: rowsOf(ofCollections, ({ endpoint, local }) => endpoint.base === 'auth' && local.on !== 'nothing'),
    account: rowsOf([service], ({ endpoint, local }) => !endpoint.base?.startsWith('plugins/') && !local.on),
    queue: rowsOf([service], ({ local }) => local.on === 'queue'),
    application: rowsOf([service], ({ local }) => local.on === 'application'),
  }
  const encodings = Object.fromEntries(Object.values(parameters).map(({ name, encoding }) => [name, encoding]))
  return [
    '// Made of the manifest of an application that has every feature: `npm test -- tests/http/sdk -u` makes it anew.',
    '',
    '/** By method: how it is called over HTTP, what its arguments are, and what it answers with. */',
    'export const OPERATIONS = {',
    ...Object.entries(tables).flatMap(([place, rows]) => [`  ${place}: {`, ...lines(rows, '    '), '  },']),
    '} as const',
    '',
    '/** How the values of query parameters are written. */',
    'export const PARAMETERS = {',
    ...lines(encodings, '  '),
    '} as const',
    '',
  ].join('\n')
}

/** Operations of an application, by method name. */
function rowsOf(entities: readonly Entity[], isWanted: (operation: OperationDescription) => boolean): Rows {
  const rows: Rows = {}
  for (const entity of entities) {
    for (const operation of Object.values<OperationDescription>(entity.operations).filter(isWanted)) {
      const { local, endpoint, answer } = operation
      const args = local.args.map((name) => name.replace('params.', '')).join(',')
      const row = `${endpoint.method} ${pathOf({ ...entity, slug: '{slug}' }, operation)} ${args || '-'} ${answer.kind}`
      const other = rows[local.method]
      if (other !== undefined && other !== row) throw new Error(`"${local.method}" is both ${other} and ${row}.`)
      rows[local.method] = row
    }
  }
  return rows
}

function lines(rows: Rows, indent: string): string[] {
  const sorted = Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([name, row]) => `${indent}${/^\w+$/.test(name) ? name : `'${name}'`}: '${row}',`)
}
