import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as react from 'react'
import { request } from '../data/client.ts'
import { keys, may, useAccess, useCount, useList } from '../data/use-documents.ts'
import { usePreference } from '../data/use-preference.ts'
import { useSchema, useSession } from '../data/use-session.ts'
import { Button } from '../design/button.tsx'
import { Input } from '../design/input.tsx'
import { Loading } from '../design/loading.tsx'
import { MenuItem } from '../design/menu.tsx'
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

type About = Parameters<ReturnType<ExtensionKit['data']['useRefresh']>>[0]

const contentQueryKey = (about: About) =>
  'global' in about ? keys.global(about.global) : keys.collection(about.collection)

/** Its key begins with that of the collection or global, so a change invalidates it. */
function useAnswer(path: string | null, options: Parameters<ExtensionKit['data']['useAnswer']>[1] = {}) {
  const { query, about } = options
  return useQuery({
    queryKey: [...(about ? contentQueryKey(about) : []), 'extension', path, query],
    queryFn: () => request('GET', path ?? '', { ...(query && { query }) }),
    enabled: path !== null,
    retry: false,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return (about: About) => queries.invalidateQueries({ queryKey: contentQueryKey(about) })
}

function useGo() {
  const navigate = useNavigate()
  return (path: string) => void navigate({ to: path })
}

export const kit: ExtensionKit = {
  react,
  components: {
    Button,
    Failure,
    Input,
    Loading,
    MenuItem,
    Moment,
    NoRows,
    Notice,
    Page,
    PageTitle,
    Row,
    Rows,
    Section,
    // Safe cast: what `createElement` gets as children arrives as a prop.
  } as ExtensionKit['components'],
  data: {
    may,
    request: requestFor,
    useAccess,
    useAnswer,
    useCount,
    useGo,
    useList,
    usePreference,
    useRefresh,
    useSchema,
    useSession,
  } as ExtensionKit['data'],
  fieldTypeOf,
  toast,
  toastError,
}
