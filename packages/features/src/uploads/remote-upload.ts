import {
  ask,
  type Call,
  defineOperation,
  type JsonObject,
  type Operation,
  PRESENTATION,
  QuireError,
  refusalOf,
  type UploadSettings,
  waitingClient,
} from '@quirecms/core/feature'
import { mapIssues } from './issue-paths.ts'
import { REMOTE_UPLOAD_SCHEMA } from './upload-bodies.ts'

const { properties } = REMOTE_UPLOAD_SCHEMA

/**
 * More exact schema of the URL for the documentation. The guard of outgoing requests checks it, with better messages.
 */
const DESCRIBED = {
  ...REMOTE_UPLOAD_SCHEMA,
  properties: { ...properties, url: { ...properties.url, format: 'uri', pattern: '^https://' } },
}

/** `create` with a file that the server fetches from a URL, and then treats like any upload. */
export function remoteUpload({ hosts }: UploadSettings): Operation<Call> {
  return defineOperation({
    name: 'remoteUpload',
    summary: 'Upload a file from another address',
    description: 'The service fetches the file from one of the hosts that the application allows, over https.',
    endpoint: { method: 'POST', path: '/remote-upload' },
    local: { method: 'remoteUpload', args: ['body'] },
    parameters: PRESENTATION,
    body: { kind: 'schema', schema: REMOTE_UPLOAD_SCHEMA, describedAs: DESCRIBED },
    ifMatch: false,
    answer: { kind: 'doc', status: 201 },
    rule: 'create',
    checksAccess: true,
    async run(call) {
      const { url, data = {} } = call.input.body as { url: string; data?: JsonObject }
      if ((await ask(call, 'create', { data })).kind === 'never') throw refusalOf(call)
      if (hosts.length === 0)
        throw new QuireError(
          'forbidden',
          'Files cannot be fetched from other addresses here, because no hosts are configured.',
        )
      const { create } = call.entity.operations
      if (!create) throw new QuireError('internal', `"${call.entity.slug}" has no operation "create".`)
      const files = await call.runtime.files()
      const parts: Call['input']['parts'] = {
        dataPath: 'data.',
        isFromBody: true,
        read: async (onFile) => ({
          data,
          file: await onFile(await files.fetch(url, hosts, waitingClient()?.disconnected)),
        }),
      }
      try {
        return await create.run({ ...call, input: { ...call.input, body: undefined, parts } })
      } catch (error) {
        // Report issues of the file as issues of its URL.
        throw mapIssues(error, (path) => (path === 'file' ? 'url' : path))
      }
    },
  })
}
