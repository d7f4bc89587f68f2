# SPDX-License-Identifier: BSL-1.0
"""Asks the real reader of each language what it makes of quoted texts.   python3 quoted_texts.py PROGRAM

PROGRAM quotes hostile texts: every control character, ends of lines, quotes and commands in them, what turns the direction of
writing, words that are numbers, dates and truth values, bytes that are no UTF-8, and random mixtures of these. The reader must give
back the text; a text that the language cannot hold is refused, with words that a terminal shows.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parents[3]))
import checks

import classad2
import hcl2
import htcondor2
import pygohcl
import ruamel.yaml
import yaml
from cel_expr_python import cel

WORDS = """0x20B010DE 0xFF 0x1F 0XfF 1e3 1E3 1.5e+3 1e 0o17 0O17 017 0b101 0B1 1_000 1_0.5 0 -1 +1 1. .5 1.5 .inf -.INF .nan .NaN nan inf
on On ON off yes Yes no NO y Y n N true True TRUE false null Null NULL ~ 12:30:00 1:30 190:20:30.15 2026-01-01 2026-01-01T10:00:00Z
= << - -- --- ... ? : # ! & * | > ' " % @ ` [] {} [a] {a} , a:b a: :a #a a# !a &a *a |- >- %a @a \\ \\n $ ${a} %{a} $$ $$(a) $(a) $(touch_X)
$(DOLLAR) `touch_X` a'b a"b a\\b a!b !! !e ;touch_X |touch_X &touch_X >X <X * ? [a-z] ~root {a,b} a=b =a -n --help My_Task
1g.5gb 1g.24gb+me nvidia.com/gpu NVIDIA-A100-SXM4-40GB example/task:1 1e3x e3 x1 0x 0xg 1__ e E ee 1e+ task-1 /dev/null ../x . ..""".split()
PIECES = ["\n", "\r", "\r\n", "\t", "\0", "\x1b[31m", "\x1b]0;t\x07", "\x7f", "\x80", "\x85", "\x9b", "\x9f", "\u2028", "\u2029", "\u202e", "\u2066",
          "\u200b", "\u200f", "\ufeff", "\uffff", "\U000e0041", "\U0010fffe", "\u00a0", "é", "日本", "🙂", " ", "  ", "'", '"', "\\", "$(id)", "`id`", "${x}", "%{x}",
          "#", ": ", "- ", "&", "<", ">", "|", "!", "a", "b1", "%s", "%", "\\n", "\\x41", "]]>", "\"'\"", "*/", "//", "#SBATCH --hold"]
BYTES = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xc2", b"a\xfeb", b"\xe0\x80\xaf"]


def hostile():
    """UTF-8 texts, and bytes that are none."""
    made = [word.replace("_", " ") if "touch" in word or "My" in word else word for word in WORDS]
    made += [chr(code) for code in range(0xA1)] + [f"a{chr(code)}b" for code in range(0xA1)]
    made += [f"{a}{piece}{b}" for piece in PIECES for a in ("", "a", "\n") for b in ("", "b", "\n", " ")]
    chance = random.Random(1)
    made += ["".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 9))) for _ in range(400)]
    made += ["", "\n\n", " a\nb\n", "a\n b\n", "a\n\nb\n", "a\nb", "\ta\n", "a \n", "#a\n", "%a\n", "---\na\n", "a" * 3000, "x" * 63, "x" * 64]
    texts = sorted({text.encode() for text in made})
    return texts, sorted({before + each + after for each in BYTES for before in (b"", b"x") for after in (b"", b"y")})


def quoted(program, asked):
    """What PROGRAM makes of each (language, text): bytes, or the words of a refusal."""
    lines = "".join(f"{language} _{text.hex()}\n" for language, text in asked)
    printed = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    return [line if line.startswith("refused") else bytes.fromhex(line) for line in printed]


def read_by_shell(words, shell):
    script = b"".join(b"printf '%s\\0' x" + word + b"\n" for word in words)
    with tempfile.TemporaryDirectory() as folder:
        read = subprocess.run([shell], input=script, capture_output=True, check=True, cwd=folder)
        made = os.listdir(folder)
    return [each[1:] for each in read.stdout.split(b"\0")[:-1]], made, read.stderr


def read_by_sbatch(values, folder):
    """The real sbatch says what options it has read before it looks for a controller."""
    (folder / "slurm.conf").write_text("ClusterName=x\nSlurmctldHost=localhost\nNodeName=localhost\nPartitionName=p Nodes=localhost\n"
                                       "AuthType=auth/none\nCryptoType=crypto/none\nSlurmUser=root\nSlurmctldPort=1\nMessageTimeout=1\n")
    read = []
    for value in values:
        said = subprocess.run(["sbatch", "-v"], input=b"#!/bin/sh\n#SBATCH --job-name=" + value + b"\n#SBATCH --comment=behind\n", capture_output=True,
                              env={**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}, timeout=20).stderr
        options = dict(re.findall(rb"(?m)^sbatch: ([\w-]+) *: (.*)$", said))
        read.append(options.get(b"job-name") if options.get(b"comment") == b"behind" else None)
    return read


def yaml_1_2():
    reader = ruamel.yaml.YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return reader


def read_by_classad(literal):
    submitted = htcondor2.Submit(f"executable = /bin/true\nrequire_gpus = DeviceName == {literal}\n")
    return classad2.ExprTree(submitted.expand("require_gpus").removeprefix("DeviceName == ")).eval()


def is_shown(text):
    return not re.search("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\U000e0000-\U000e007f\U0010fffe\U0010ffff]", text)


def main():
    program = sys.argv[1]
    found = checks.Checks()
    texts, not_texts = hostile()

    def ask(language, of):
        return list(zip(of, quoted(program, [(language, each) for each in of])))

    def held(language, of, wanted=lambda text: True):
        """Those that are quoted; the others must be refused, and shown by a terminal."""
        answers = ask(language, of)
        wrong = [(text, made) for text, made in answers if isinstance(made, bytes) != wanted(text)]
        wrong += [(text, made) for text, made in answers if isinstance(made, str) and not is_shown(made)]
        found.require(not wrong, f"{language}: {sum(wanted(text) for text in of)} of {len(of)} texts are quoted, the others refused", wrong[:5])
        return [(text, made) for text, made in answers if isinstance(made, bytes)]

    def same(language, reader, pairs):
        wrong = []
        for text, made in pairs:
            try:
                read = reader(made)
            except Exception as why:  # whatever a reader throws
                read = f"{type(why).__name__}: {why}"
            if read != text:
                wrong.append((text, made, read))
        found.require(not wrong and pairs, f"{language}: its reader gives back {len(pairs)} texts", wrong[:5])

    every = texts + not_texts
    no_zero = lambda text: b"\0" not in text

    words = held("shell", every, no_zero)
    for shell in ("dash", "bash"):
        read, files, said = read_by_shell([word for _, word in words], shell)
        wrong = [pair for pair in zip([text for text, _ in words], read) if pair[0] != pair[1]]
        found.require(not wrong and len(read) == len(words) and not files and not said,
                      f"{shell} gives back {len(words)} words and runs no command", f"{wrong[:3]} {len(read)} {files} {said[:300]}")

    values = held("sbatch", every, lambda text: text not in not_texts and is_shown(text.decode()))
    if shutil.which("sbatch"):
        with tempfile.TemporaryDirectory() as folder:
            some = [pair for pair in values if 0 < len(pair[0]) < 200][::18]
            read = read_by_sbatch([value for _, value in some], pathlib.Path(folder))
        wrong = [(text, value, got) for (text, value), got in zip(some, read) if text != got]
        found.require(not wrong and some, f"sbatch gives back {len(some)} values of #SBATCH", wrong[:5])

    utf8 = lambda text: text not in not_texts
    decoded = lambda reader: lambda made: reader(made.decode()).encode()
    same("JSON", decoded(json.loads), held("json", every, utf8))
    scalars = held("yaml", every, utf8)
    same("YAML 1.1 (PyYAML)", decoded(lambda text: yaml.load(text, yaml.CSafeLoader)), scalars)
    same("YAML 1.2 (ruamel.yaml)", decoded(lambda text: yaml_1_2().load(text)), scalars[::4])
    documents = [(text, made) for text, made in held("yaml-document", texts) if len(text) < 1000 and text != b"text"]
    whole = lambda text: {"text": text, "all": [text, {text: text}], "below": {text: {"text": text}}}
    same("documents in YAML 1.1", lambda made: yaml.load(made.decode(), yaml.CSafeLoader), [(whole(text.decode()), made) for text, made in documents])
    same("documents in YAML 1.2", lambda made: yaml_1_2().load(made.decode()), [(whole(text.decode()), made) for text, made in documents[::9]])
    environment = cel.NewEnv(variables={})
    same("CEL", decoded(lambda text: environment.compile(text).eval(environment.Activation({})).value()), held("cel", every, utf8))
    same("ClassAds, behind the macros of a submit file", lambda made: read_by_classad(made.decode()).encode(),
         held("classad", every, lambda text: utf8(text) and no_zero(text)))
    literals = held("hcl", every, utf8)
    same("HCL", decoded(lambda text: pygohcl.loads(f"a = {text}\n")["a"]), literals)
    found.require(all(hcl2.loads(f"a = {made.decode()}\n") == {"a": made.decode()} for _, made in literals[::80]),
                  "HCL: python-hcl2 takes each for one text")
    shown = [(text, made) for text, made in held("xml", every)]
    wrong = [(text, made) for text, made in shown if xml.etree.ElementTree.fromstring(b"<a b='" + made + b"'>" + made + b"</a>") is None]
    found.require(not wrong, f"XML: {len(shown)} texts are read", wrong[:3])
    same("XML, without control characters", lambda made: xml.etree.ElementTree.fromstring(b"<a>" + made + b"</a>").text.encode(),
         [(text, made) for text, made in shown if utf8(text) and text and not re.search(rb"[\0-\x1f]|\xef\xbf[\xbe\xbf]|\xf4\x8f\xbf\xbe", text)])
    wrong = [(text, made) for text, made in ask("terminal", every) if not is_shown(made.decode())]
    found.require(not wrong, f"terminal: {len(every)} texts are shown", wrong[:5])

    for language, rule in (("pod", r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"), ("label", r"[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?"),
                           ("batch", r"[A-Za-z0-9._+-]{1,126}")):
        held(language, every, lambda text: text not in not_texts and re.fullmatch(rule, text.decode(), re.ASCII) is not None)
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
