/**
 * A script asks `ordo completion --words <shell> <words up to the cursor>`. The first line of the answer is a kind of file that
 * fits there (`plans`, `files`, `folders`), which the shell finds by itself, or `words`; each other line is a word that fits, and
 * behind a tab what it means. Words that end with `=` go on.
 */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** For bash 3.2 and later. No word is ever expanded again: it is only compared, and put into COMPREPLY. */
const BASH = `# bash completion for ordo: eval "$(ordo completion bash)"
_ordo() {
  local rest="\${COMP_LINE:0:COMP_POINT}" words=() amount=0 i word blank
  # Bash parts words at = and : too. Words without a blank between them are one word again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blank="\${rest%%[![:space:]]*}"
    rest="\${rest#"$blank"}"
    word="\${COMP_WORDS[i]}"
    if ((i == COMP_CWORD)); then word="$rest"; fi
    rest="\${rest#"$word"}"
    if [[ $i -gt 0 && -z $blank ]]; then words[amount - 1]+="$word"; else words[amount++]="$word"; fi
  done
  # Bash replaces only what follows the last =.
  local current="\${words[amount - 1]}" before=''
  if [[ $current == -*=* && $COMP_WORDBREAKS == *=* ]]; then before="\${current%%=*}="; fi
  local kind='' value
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\\t' read -r value _; do
      COMPREPLY+=("\${value#"$before"}")
      if [[ $value == *= ]]; then compopt -o nospace 2>/dev/null; fi
    done
  } < <(command ordo completion --words bash "\${words[@]:1}" 2>/dev/null </dev/null)
  case $kind in
    plans | files | folders) compopt -o filenames 2>/dev/null ;;
    *) return ;;
  esac
  while IFS= read -r value; do COMPREPLY+=("$value"); done < <(
    compgen -d -- "$2"
    case $kind in
      plans) compgen -f -X '!*.yaml' -- "$2"; compgen -f -X '!*.yml' -- "$2" ;;
      files) compgen -f -- "$2" ;;
    esac
  )
}
complete -F _ordo ordo
`;

const ZSH = `#compdef ordo
# zsh completion for ordo: source <(ordo completion zsh)
_ordo() {
  local -a lines values more
  local line value kind
  lines=("\${(@f)$(command ordo completion --words zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  kind=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    value="\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"
    if [[ $line == *=$'\\t'* ]]; then more+=("$value"); else values+=("$value"); fi
  done
  local found=1
  (( $#values )) && _describe -t ordo-words 'ordo' values && found=0
  (( $#more )) && _describe -t ordo-words 'ordo' more -S '' && found=0
  case $kind in
    (plans|files|folders) [[ $PREFIX == -*=* ]] && compset -P '*=' ;;
  esac
  case $kind in
    (plans) _files -g '*.(yaml|yml)(-.)' && found=0 ;;
    (files) _files && found=0 ;;
    (folders) _files -/ && found=0 ;;
  esac
  return found
}
if [[ $funcstack[1] == _ordo ]]; then
  _ordo "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _ordo ordo
fi
`;

const FISH = `# fish completion for ordo: ordo completion fish | source
function __ordo_complete
    set -l current (commandline -ct)
    set -l lines (command ordo completion --words fish (commandline -opc)[2..-1] "$current" 2>/dev/null </dev/null)
    set -q lines[2]; and printf '%s\\n' $lines[2..-1]
    set -l pattern
    # Any command without completions of its own completes files.
    set -l option (string match -r -- '^-[^=]*=' $current)
    set -l file (string replace -r -- '^-[^=]*=' '' $current)
    switch "$lines[1]"
        case plans
            set pattern '^[^\\t]*(?:/|\\.ya?ml)(?:\\t.*)?$'
        case files
            set pattern '^.*$'
        case folders
            set pattern '^[^\\t]*/(?:\\t.*)?$'
        case '*'
            return
    end
    string match -r -- $pattern (complete -C "__ordo_no_command $file") | string replace -r -- '^' "$option"
end
complete -c ordo -f -a '(__ordo_complete)'
`;

export const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
