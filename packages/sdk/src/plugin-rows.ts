import type { PluginApi } from '@quirecms/core'

export function rowsOf({ key, methods }: PluginApi): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(methods).map(([name, { method, path, input, answer = 'value' }]) => {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, one]) => one)
      if (input && method !== 'GET' && method !== 'DELETE') names.push('body')
      const template = path.replaceAll(/:(\w+)/g, '{$1}')
      return [name, `${method} /api/plugins/${key}${template} ${names.join(',') || '-'} ${answer}`]
    }),
  )
}
