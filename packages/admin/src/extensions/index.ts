export type { Extension, HomeCard, MenuEntry, View } from './contract.ts'
export type { Answer, Extend, ExtensionKit, KitComponents, KitData } from './kit-contract.ts'
export type {
  CellProps,
  DiffProps,
  FieldType,
  FilterProps,
  FormContext,
  FormModel,
  InputProps,
} from '../fields/contract.ts'
export type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
