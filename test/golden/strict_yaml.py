# SPDX-License-Identifier: BSL-1.0
"""Reads YAML as strict readers do: no duplicate members, and the same values by the rules of YAML 1.1 and of YAML 1.2.

Kubernetes and nvidia-mig-parted read 1.1 (sigs.k8s.io/yaml), other tools 1.2.
"""
import io

import ruamel.yaml
import yaml


class Refused(Exception):
    pass


class _Strict(yaml.SafeLoader):
    def construct_mapping(self, node, deep=False):
        names = [self.construct_object(key, deep=True) for key, _ in node.value]
        if len(set(names)) != len(names):
            raise yaml.constructor.ConstructorError(None, None, f"a member stands twice: {names}", node.start_mark)
        if not all(isinstance(name, str) for name in names):
            raise yaml.constructor.ConstructorError(None, None, f"a name is no text: {names}", node.start_mark)
        return super().construct_mapping(node, deep)


def load_all(text):
    """The documents. \\raises Refused"""
    try:
        old = list(yaml.load_all(text, _Strict))
        reader = ruamel.yaml.YAML(typ="safe", pure=True)
        reader.version = (1, 2)
        new = list(reader.load_all(io.StringIO(text)))
    except (yaml.YAMLError, ruamel.yaml.error.YAMLError) as why:
        raise Refused(str(why)) from why
    if old != new:
        raise Refused(f"YAML 1.1 reads {old}, and YAML 1.2 {new}")
    return old


def load(text):
    documents = load_all(text)
    if len(documents) != 1:
        raise Refused(f"{len(documents)} documents")
    return documents[0]
