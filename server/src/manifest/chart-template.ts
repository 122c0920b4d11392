/** Whether a file may be a template of a Helm chart by its path alone, which few are. */
export function mayBeChartTemplate(uri: string): boolean {
  return uri.includes(templates);
}

/**
 * Whether a file is a template of a Helm chart: it is below a folder `templates` with a `Chart.yaml` beside that. `read`
 * gives the text of a file, or undefined where there is none.
 */
export async function isChartTemplate(
  uri: string,
  read: (uri: string) => Promise<string | undefined>,
): Promise<boolean> {
  for (
    let at = uri.lastIndexOf(templates);
    at >= 0;
    at = at === 0 ? -1 : uri.lastIndexOf(templates, at - 1)
  ) {
    if ((await read(`${uri.slice(0, at)}/Chart.yaml`)) !== undefined) return true;
  }
  return false;
}

const templates = '/templates/';
