import { useState } from 'react'
import type { EnquiriesResponse } from '../../../../api/contract/enquiries'
import { limits } from '../../../../api/shared/limits'
import { SearchField } from '../panel/SearchField'
import { countOf } from './enquiry-text'

/** With more enquiries than this there is a search field. */
const maxWithoutSearch = 5

interface FindEnquiryProps {
  /** The words of the search; empty if there is none. */
  find: string
  /** The first page of what was found. */
  page: EnquiriesResponse
  onFind: (words: string) => void
}

/** Searches the enquiries of all boxes. */
export function FindEnquiry({ find, page, onFind }: FindEnquiryProps) {
  /** What is typed while the field has the focus; the responses follow later. */
  const [typed, setTyped] = useState<string>()
  const { enquiries, next, counts } = page
  const count = countOf(counts)
  if (count <= maxWithoutSearch && find === '') return null
  return (
    <SearchField
      label={`Find one of ${count} enquiries`}
      result={find && `${enquiries.length}${next === undefined ? '' : ' or more'} found`}
      maxLength={limits.line}
      value={typed ?? find}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        onFind(value.trim())
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
