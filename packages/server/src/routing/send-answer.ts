import type { Answer, BulkResult } from '@quire/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toEnvelope } from '../reply/error-envelope.ts'
import { sendJson } from '../reply/send.ts'
import { setCookie } from './session-cookie.ts'

/** An operation's answer in its envelope. Documents come as text already, so that nothing is serialised twice. */
export function sendAnswer(reply: FastifyReply, status: number, answer: Answer): void {
  switch (answer.kind) {
    case 'doc':
      sendJson(reply, status, `{"doc":${answer.doc.text}}`, { ETag: `"${answer.doc.revision}"` })
      break
    case 'list': {
      const docs = answer.docs.map((doc) => doc.text).join(',')
      sendJson(reply, status, `{"docs":[${docs}],"pagination":${JSON.stringify(answer.pagination)}}`)
      break
    }
    case 'value': {
      const headers = answer.cookie && { 'Set-Cookie': setCookie(answer.cookie, reply.request) }
      sendJson(reply, status, JSON.stringify(answer.value), headers)
      break
    }
    case 'results': {
      const results = answer.results.map((result) => resultText(result, reply.request))
      const succeeded = answer.results.filter((result) => result.ok).length
      const failed = results.length - succeeded
      sendJson(reply, status, `{"results":[${results.join(',')}],"succeeded":${succeeded},"failed":${failed}}`)
      break
    }
  }
}

function resultText(result: BulkResult, request: FastifyRequest): string {
  const start = `{"id":${JSON.stringify(result.id)},"ok":${result.ok}`
  if (result.ok) return result.doc ? `${start},"doc":${result.doc.text}}` : `${start}}`
  const { code, status, message, issues } = toEnvelope(result.error, request.id).error
  if (code === 'internal') request.log.error({ err: result.error.cause ?? result.error }, 'a document of a bulk failed')
  return `${start},"error":${JSON.stringify({ code, status, message, ...(issues && { issues }) })}}`
}
