interface Band {
  name: string
  genre: string
  town: string
  introduction: string
  bookingInvitation: string
}

/** What the site is and where its facts are, for programs that read for people (llmstxt.org).
 * @param site the origin of the public site */
export const llmsText = (
  { name, genre, town, introduction, bookingInvitation }: Band,
  site: string,
) => `# ${name}

> ${genre} cover band from ${town}. ${introduction}

## Facts

- [Shows](${site}/Shows): when and where the band plays next
- [Shows as JSON](${site}/api/shows), [as a calendar](${site}/shows.ics), [as a feed](${site}/shows.rss)
- [Music](${site}/Music): recordings to listen to; [as JSON](${site}/api/music)
- [About us](${site}/AboutUs): who plays what
- [Videos](${site}/Videos): the band on stage

## Booking

- [Book us](${site}/BookUs): ${bookingInvitation}
`
