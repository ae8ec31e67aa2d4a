import { type Entity, type JsonSchema, type Manifest, pathOf } from '@quirecms/core'

const COMPONENT = 'CacheTag'

const CACHE_TAG_HEADER: Readonly<Record<string, JsonSchema>> = {
  [COMPONENT]: {
    description: 'Cache tags of the response, to purge CDNs by tag. Only on `public` responses.',
    schema: { type: 'string' },
  },
}

type Responses = Record<string, JsonSchema>
type Operations = Record<string, Record<string, JsonSchema>>

export function withCacheTags(
  header: string | undefined,
  manifest: Manifest,
  { paths, responses }: { readonly paths: Operations; readonly responses: Responses },
): { readonly paths: Operations; readonly responses: Responses; readonly headers: Record<string, JsonSchema> } {
  if (header === undefined) return { paths, responses, headers: {} }
  const shared = { ...responses }
  const own = { ...paths }
  const tagged = (response: JsonSchema): JsonSchema => ({
    ...response,
    headers: { ...(response['headers'] as JsonSchema), [header]: { $ref: `#/components/headers/${COMPONENT}` } },
  })
  for (const { path, method, status } of cachedPaths(manifest)) {
    const operation = own[path]?.[method]
    const answers = operation?.['responses'] as Responses | undefined
    const answer = answers?.[status]
    if (!operation || !answers || !answer) continue
    const name = typeof answer['$ref'] === 'string' ? answer['$ref'].split('/').at(-1) : undefined
    if (name !== undefined && shared[name]) shared[name] = tagged(shared[name])
    else own[path] = { ...own[path], [method]: { ...operation, responses: { ...answers, [status]: tagged(answer) } } }
  }
  return { paths: own, responses: shared, headers: { ...CACHE_TAG_HEADER } }
}

function cachedPaths({ collections, globals }: Manifest): { path: string; method: string; status: number }[] {
  const entities: readonly Entity[] = [...Object.values(collections), ...Object.values(globals)]
  return entities
    .filter(({ cache }) => cache !== null)
    .flatMap((entity) =>
      Object.values(entity.operations)
        .filter(({ cacheable }) => cacheable)
        .map((operation) => ({
          path: pathOf(entity, operation),
          method: operation.endpoint.method.toLowerCase(),
          status: operation.answer.status,
        })),
    )
}
