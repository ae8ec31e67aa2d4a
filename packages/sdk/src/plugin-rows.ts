import type { PluginApi } from '@quirecms/core'

type Rows = Readonly<Record<string, string>>

export function rowsOf({ key, methods }: PluginApi): Rows {
  return rowsBelow(`/api/plugins/${key}`, methods)
}

export function addedRows(plugins: readonly PluginApi[], kind: 'collections' | 'globals'): Rows {
  return Object.fromEntries(
    plugins.flatMap((api) => Object.entries(rowsBelow(`/api/${kind}/{slug}`, api[kind]?.methods ?? {}))),
  )
}

function rowsBelow(base: string, methods: PluginApi['methods']): Rows {
  return Object.fromEntries(
    Object.entries(methods).map(([name, { method, path, input, answer = 'value' }]) => {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, one]) => one)
      if (input && method !== 'GET' && method !== 'DELETE') names.push('body')
      const template = path.replaceAll(/:(\w+)/g, '{$1}')
      return [name, `${method} ${base}${template} ${names.join(',') || '-'} ${answer}`]
    }),
  )
}
