import { hasBody, type JsonSchema, type Route } from '@quirecms/core'
import { answerHeaders } from './answer-headers.ts'
import { pascalCase } from './component-names.ts'
import { ALWAYS, errorResponses } from './error-components.ts'

export function routePaths(routes: readonly Route[]): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const route of routes) {
    const item = (paths[route.path] ??= {})
    item[route.method.toLowerCase()] = {
      operationId: operationId(route),
      tags: [route.group],
      summary: route.summary,
      description: route.description ?? `${route.summary}.`,
      ...(route.auth === 'none' && { security: [] }),
      parameters: [...pathParameters(route), ...queryParameters(route)],
      ...requestBody(route),
      responses: {
        '2XX': {
          description: 'Done.',
          headers: answerHeaders(),
          ...(route.output !== null && { content: { 'application/json': { schema: route.output } } }),
        },
        ...errorResponses([...ALWAYS, ...(route.auth === 'required' ? ([401] as const) : []), ...inputFailures(route)]),
      },
    }
  }
  return paths
}

/** `GET /api/hello/{name}` → `getHelloName`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\//, '/')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map(pascalCase).join('')
}

function pathParameters({ path }: Route): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters({ method, input }: Route): JsonSchema[] {
  if (hasBody(method) || input === null) return []
  const { properties = {}, required = [] } = input as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestBody({ method, body, input }: Route): JsonSchema {
  if (!hasBody(method)) return {}
  const content =
    body.as === 'bytes'
      ? { '*/*': { schema: {} } }
      : { 'application/json': { schema: input ?? { type: 'object', additionalProperties: true } } }
  return { requestBody: { required: input !== null, content } }
}

function inputFailures({ method, input }: Route): (413 | 415 | 422)[] {
  return [...(hasBody(method) ? ([413, 415] as const) : []), ...(input === null ? [] : ([422] as const))]
}
