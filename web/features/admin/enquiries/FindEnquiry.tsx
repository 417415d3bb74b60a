import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { EnquiriesResponse } from '../../../../api/contract/enquiries'
import { limits } from '../../../../api/shared/limits'
import { SearchField } from '../../../ui/Field'
import { countOf } from './enquiry-text'

/** Milliseconds without a key press after which the site is asked. */
const pause = 250

/** With more enquiries than this there is a search field. */
const maxWithoutSearch = 5

interface FindEnquiryProps {
  /** The words of the search whose result is shown; empty if there is none. */
  words: string
  /** How many were found and loaded. */
  found: number
  /** Whether there are more. */
  hasMore: boolean
  counts: EnquiriesResponse['counts']
  onFind: (words: string) => void
}

/** Searches the enquiries of all boxes. */
export function FindEnquiry({ words, found, hasMore, counts, onFind }: FindEnquiryProps) {
  const router = useRouter()
  const [typed, setTyped] = useState(words)
  const asked = useRef(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The phone's Back and a chosen box change the address, too.
  useEffect(() => {
    const { find = '' } = router.latestLocation.search as { find?: string }
    if (find === asked.current) return
    clearTimeout(timer.current)
    asked.current = find
    setTyped(find)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(text: string) {
    clearTimeout(timer.current)
    if (text.trim() === asked.current) return
    asked.current = text.trim()
    onFind(asked.current)
  }

  const count = countOf(counts)
  if (count <= maxWithoutSearch && words === '') return null
  return (
    <SearchField
      label={`Find one of ${count} enquiries`}
      result={words && `${found}${hasMore ? ' or more' : ''} found`}
      maxLength={limits.line}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => ask(value), pause)
      }}
      onBlur={() => ask(typed)}
    />
  )
}
