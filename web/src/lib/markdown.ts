/** Markdown of the house's own rules as clean HTML. */
import DOMPurify from 'dompurify';
import { marked } from 'marked';

export function html(markdown: string): string {
  const slug = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s+/g, '-');
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Pictures lie beside the text in the repository; the house does not serve them.
      image: ({ href }) => (/^(data:|\/)/.test(href) ? false : ''),
    },
  });
  return DOMPurify.sanitize(marked.parse(markdown, { async: false }));
}
