import type { FieldTypes } from '../contracts/field.ts'
import type { ComparedAs, Operator } from '../contracts/operators.ts'
import type { NumberReading, PartReading } from '../contracts/condition.ts'
import type { ConditionsFor, OrderedConditions, TextConditions } from './conditions.ts'

export interface TypesOf<Value, Name extends Operator, Parts extends object, Sortable extends boolean>
  extends FieldTypes {
  readonly value: Value
  readonly where: ConditionsFor<Value, Name>
  readonly parts: Parts
  readonly sortable: Sortable
}

type SortableForm = Exclude<ComparedAs, 'point' | 'json' | 'pair'>

export type IsSortable<Spec> = [StoredForm<Spec>] extends [SortableForm] ? true : false

export type OperatorsOf<Spec> = Spec extends { readonly operators: infer Given }
  ? Given extends readonly (infer Name extends Operator)[]
    ? Name
    : Given extends (...args: never) => readonly (infer Name extends Operator)[]
      ? Name
      : never
  : never

/** An unknown stored form counts as not sortable. */
type StoredForm<Spec> = Spec extends { readonly storedAs: infer Given }
  ? Given extends (...args: never) => infer Form
    ? Form
    : Given
  : null

export type PartsOf<Spec> = Spec extends { readonly parts: infer Parts }
  ? { readonly [Name in keyof Parts]: Parts[Name] extends PartReading ? PartConditions<Parts[Name]> : never }
  : object

type PartConditions<Part extends PartReading> = Part extends NumberReading ? OrderedConditions<number> : TextConditions
