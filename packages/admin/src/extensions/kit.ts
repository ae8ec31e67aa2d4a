import * as react from 'react'
import { request } from '../data/client.ts'
import { may, useAccess, useCount, useList } from '../data/use-documents.ts'
import { usePreference } from '../data/use-preference.ts'
import { useSchema, useSession } from '../data/use-session.ts'
import { Button } from '../design/button.tsx'
import { Input } from '../design/input.tsx'
import { Loading } from '../design/loading.tsx'
import { Moment } from '../design/moment.tsx'
import { Failure, Notice } from '../design/notice.tsx'
import { Page, PageTitle, Section } from '../design/page.tsx'
import { NoRows, Row, Rows } from '../design/rows.tsx'
import { toast, toastError } from '../design/toasts.tsx'
import { fieldTypeOf } from '../fields/registry.ts'
import type { ExtensionKit } from './kit-contract.ts'

type RequestArguments = Parameters<ExtensionKit['data']['request']>

/** Extensions name the type of the response themselves. */
const requestFor: ExtensionKit['data']['request'] = async <Result>(...args: RequestArguments) => {
  const answer: unknown = await request(...args)
  return answer as Result
}

export const kit: ExtensionKit = {
  react,
  components: { Button, Failure, Input, Loading, Moment, NoRows, Notice, Page, PageTitle, Row, Rows, Section },
  data: {
    may,
    request: requestFor,
    useAccess,
    useCount,
    useList,
    usePreference,
    useSchema,
    useSession,
  } as ExtensionKit['data'],
  fieldTypeOf,
  toast,
  toastError,
}
