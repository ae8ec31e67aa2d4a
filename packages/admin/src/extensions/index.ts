export type {
  DocumentSlot,
  Extension,
  FormSlot,
  HomeCard,
  ListSlot,
  MenuEntry,
  ProfileEntry,
  SlotContexts,
  SlotEntry,
  View,
} from './contract.ts'
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
export type { Capabilities, Doc } from '../data/document.ts'
export type { EntitySchema, FieldSchema, Schema } from '../data/schema.ts'
