import { showSlugOf } from '../../../api/shared/site-map'

let sheet: CSSStyleSheet | undefined

/** Lets the ticket of a list become the show's page in the next view transition, and the page its ticket, by one name for
 * both (CSS View Transitions Level 1, `view-transition-name`). A stylesheet has the name, because it applies to the page that
 * is left and to the one that follows.
 * @param from the path of the page that is left */
export function nameTicket(from: string, to: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  // The pages of two shows have a ticket each, but only one may have the name.
  const slug = showSlugOf(from) ? !showSlugOf(to) && showSlugOf(from) : showSlugOf(to)
  sheet.replaceSync(`[data-ticket="${slug}"]{view-transition-name:ticket}`)
}
