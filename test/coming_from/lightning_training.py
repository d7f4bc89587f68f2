# SPDX-License-Identifier: BSL-1.0
"""The PyTorch Lightning side of doc/coming_from_lightning.md. Lightning is not installed for the tests, which only parse this."""

# [model]
import torch
from lightning.pytorch import LightningModule, Trainer


class Line(LightningModule):
    def __init__(self):
        super().__init__()
        self.slope = torch.nn.Parameter(torch.zeros(1))

    def training_step(self, batch, index):
        x, y = batch
        return ((self.slope * x - y) ** 2).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
# [model]


def trained(data):
    # [trainer]
    line = Line()
    trainer = Trainer(accelerator="cpu", devices=2,
                      strategy="ddp", max_steps=50)
    trainer.fit(line, data)
    # [trainer]
    return line
