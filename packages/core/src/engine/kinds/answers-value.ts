import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import type { RecordMatch, RecordRow } from '../../contracts/record-rows.ts'
import type { RecordTable } from '../../contracts/records.ts'
import type { Call } from '../call.ts'
import { pageOf, type RecordOrder, recordPage } from '../read/record-request.ts'
import type { Authorized } from './changes-records.ts'
import { type OperationWithoutRule, ofKind } from './described.ts'

/** An operation that returns a value and changes nothing. */
export interface AnswersValue<Who, Request> {
  /** Parses and validates the request. */
  readonly request?: (call: Call, who: Who) => Request
  readonly answers: (admitted: Authorized<Who, Request>) => Promise<JsonObject>
}

export function answersValue<Who, Request = void>(
  operation: OperationWithoutRule<Who, 'parameters' | 'ifMatch' | 'body'> & AnswersValue<Who, Request>,
): Operation<Call> {
  const { authorize, request: read, answers, ...description } = operation
  return ofKind({
    parameters: [],
    ifMatch: false,
    body: { kind: 'none' },
    ...description,
    async run(call) {
      const who = await authorize(call)
      // Safe cast: `request` is only typed if the operation defines `request()`.
      const request = read?.(call, who) as Request
      return { kind: 'value', value: await answers({ call, principal: who, request }) }
    },
  })
}

/** An operation that lists records by page. */
export interface ListsRecords<Who, Row extends RecordRow> {
  readonly table: RecordTable<Row>
  /** Match for the visible records. */
  readonly match: (admitted: Authorized<Who, void>) => RecordMatch<Row>
  readonly order: RecordOrder<Row>
  readonly shows: (row: Row, admitted: Authorized<Who, void>) => JsonObject
  /** Schema of a shown record. */
  readonly of: JsonSchema
}

export function listsRecords<Who, Row extends RecordRow>(
  operation: OperationWithoutRule<Who, 'parameters' | 'ifMatch' | 'body' | 'answer'> & ListsRecords<Who, Row>,
): Operation<Call> {
  const { table, match, order, shows, of, ...description } = operation
  return answersValue({
    parameters: ['page', 'limit'],
    answer: { kind: 'value', status: 200, schema: pageOf(of) },
    ...description,
    async answers(admitted) {
      const { rows, pagination } = await recordPage(admitted.call, table, match(admitted), order)
      return { docs: rows.map((row) => shows(row, admitted)), pagination: { ...pagination } }
    },
  })
}
