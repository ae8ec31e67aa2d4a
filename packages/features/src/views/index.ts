import { type Call, type Feature, isObject, type QuireConfig } from '@quirecms/core/feature'
import { listViews, shareView, unshareView, VIEWS } from './views.ts'

/** Views of lists that users share with others, where the application says who may (docs/contract/access.md#shared-views). */
export function sharedViews(config: Pick<QuireConfig, 'admin' | 'collections'>): readonly Feature<Call>[] {
  const views = config.admin?.views
  if (!views) return []
  return [
    {
      name: 'shared views',
      for: ({ kind, authCollections }) => kind === 'service' && authCollections.length > 0,
      adds: () => ({
        records: [VIEWS],
        operations: [listViews(views), shareView(views, rolesOfUsers(config)), unshareView(views)],
      }),
    },
  ]
}

function rolesOfUsers({ admin, collections }: Pick<QuireConfig, 'admin' | 'collections'>): readonly string[] {
  const users = admin?.users ?? Object.keys(collections).find((slug) => collections[slug]?.auth !== undefined)
  const field = users === undefined ? undefined : collections[users]?.fields[admin?.views?.roles ?? '']
  const options: unknown = (field?.options as Readonly<Record<string, unknown>> | undefined)?.['options']
  return Array.isArray(options)
    ? options.map((option: unknown) => String(isObject(option) ? option['value'] : option))
    : []
}
