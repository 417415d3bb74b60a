import { showSlugOf } from '../../../api/shared/site-map'

let sheet: CSSStyleSheet | undefined

/** Gives the ticket and the page of one show the same `view-transition-name` (CSS View Transitions Level 1), so that one becomes
 * the other. The rule is in a style sheet, because it must apply to both pages. Between the pages of two shows no ticket is named.
 * @param from the path of the page that is left
 * @param to the path of the page that follows */
export function nameTicket(from: string, to: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  const slug = showSlugOf(from) && showSlugOf(to) ? '' : (showSlugOf(from) ?? showSlugOf(to))
  sheet.replaceSync(
    `:root:active-view-transition-type(page) [data-ticket="${slug}"]{view-transition-name:ticket}`,
  )
}
