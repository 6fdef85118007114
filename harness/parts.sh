#!/bin/sh
# A command over many files, a part each, on as many machines as share a disk.
#
#   parts.sh run LIST OUT N COMMAND…  the N-th file of LIST, a path a line, through COMMAND: on
#                                     standard input, and instead of {}; what it prints is OUT/N
#   parts.sh join LIST OUT            all outputs in the order of LIST
#
# OUT/N is there when its command has ended well, and OUT/N.sum with the check sums of command, file
# and output; a part that is there and right is not run again. `join` checks the sums, names the
# parts that are missing or not right, and ends with 3 then, without having printed anything.
set -u

fail() {
  printf 'error: Cannot %s\n' "$1" >&2
  exit "${2:-2}"
}
sum() { cksum | cut -d ' ' -f 1,2; }
# What OUT/N.sum says: of which file, by which command, the sums of both, and that of the output.
sums() { printf '%s\n%s\n%s\n' "$command" "$(sum < "$file")" "$(sum < "$1")"; }
file_of() {
  file=$(sed -n "${1}p" "$list")
  [ -n "$file" ] || fail "find file $1 in $list"
  [ -r "$file" ] || fail "read file $1 of $list: $file"
}

[ $# -ge 3 ] || fail "do without LIST and OUT: parts.sh run LIST OUT N COMMAND… or join LIST OUT"
action=$1 list=$2 out=$3
shift 3
[ -r "$list" ] || fail "read the list of files: $list"

case $action in
run)
  [ $# -ge 2 ] || fail "run without a number and a command"
  part=$1
  shift
  case $part in '' | 0* | *[!0-9]*) fail "run part $part: parts are 1, 2, …" ;; esac
  file_of "$part"
  # A file among the words, such as a model, is told by what is in it.
  command=$(for word in "$@"; do
    printf '%s ' "$word"
    [ ! -f "$word" ] || cksum < "$word"
  done | sum)
  mkdir -p "$out"
  if [ -e "$out/$part" ] && [ "$(sums "$out/$part")" = "$(cat "$out/$part.sum" 2>/dev/null)" ]; then
    exit 0
  fi
  rm -f "$out/$part" "$out/$part.sum"
  count=$#
  for word in "$@"; do
    [ "$word" = "{}" ] && word=$file
    set -- "$@" "$word"
  done
  shift "$count"
  # Two that run the same part write files of their own.
  own=$out/$part.$(uname -n).$$
  trap 'rm -f "$own"' EXIT
  "$@" < "$file" > "$own" || fail "run part $part, $file: exit code $?" 1
  sums "$own" > "$own.sum" && mv "$own.sum" "$out/$part.sum" && mv "$own" "$out/$part"
  ;;
join)
  total=$(grep -c . "$list") || fail "join the files of $list: it names none"
  wrong='' commands=''
  for part in $(seq "$total"); do
    file_of "$part"
    { read -r command; } 2>/dev/null < "$out/$part.sum" || command=''
    if ! [ -e "$out/$part" ] || [ "$(sums "$out/$part")" != "$(cat "$out/$part.sum" 2>/dev/null)" ]; then
      wrong="$wrong $part"
    elif [ "${commands:=$command}" != "$command" ]; then
      fail "join parts of more than one command: part $part" 3
    fi
  done
  [ -z "$wrong" ] || fail "join $out: of $total parts these are missing or not right:$wrong" 3
  for part in $(seq "$total"); do cat "$out/$part"; done
  ;;
*) fail "$action: only run and join" ;;
esac
